import { z } from "zod";
import { Message } from "../message/message";
import { Id } from "../primitives/scalar";

/** The result of one check. A warning says its consequence and does not refuse; a failure refuses. */
export const CheckResult = z.enum(["pass", "warn", "fail", "skipped"]);
export type CheckResult = z.infer<typeof CheckResult>;

/** One pre-check: what was asked, on which host, what was seen, and what to do about it. */
export const Check = z.object({
  code: z.string(),
  title: Message,
  hostId: Id.nullable(),
  hostName: z.string().nullable(),
  result: CheckResult,
  evidence: Message,
  remedy: Message.nullable(),
});
export type Check = z.infer<typeof Check>;

/** A variable that decides how long writes stop, and what it implies. */
export const DowntimeEstimate = z.object({
  fault: z.enum(["switchover", "crash", "partition"]),
  minMs: z.number(),
  maxMs: z.number(),
  because: z.array(Message),
});
export type DowntimeEstimate = z.infer<typeof DowntimeEstimate>;

/** All checks of one question, run at once on every member. */
export const CheckReport = z.object({
  checks: z.array(Check),
  hasFailures: z.boolean(),
  estimates: z.array(DowntimeEstimate),
});
export type CheckReport = z.infer<typeof CheckReport>;
