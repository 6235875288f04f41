import { z } from "zod";
import { Message } from "../message/schema";
import { Id } from "../primitives/scalar";

/** The result of one check. A warning says its consequence and does not refuse; a failure refuses. */
export const CheckResult = z.enum(["pass", "warn", "fail", "skipped"]);
export type CheckResult = z.infer<typeof CheckResult>;

/**
 * What can be mended at once: settings of the group that are set without a restart, planned and undone as a whole. Each has
 * the code of the check that it mends.
 */
export const CheckFix = z.enum([
  "expel_timeout",
  "majority_timeout",
  "autorejoin",
  "checkpoint_period",
  "restart_safety",
  "bootstrap",
  "durability",
]);
export type CheckFix = z.infer<typeof CheckFix>;

/** One pre-check: what was asked, on which host, what was seen, and what to do about it. */
export const Check = z.object({
  code: z.string(),
  title: Message,
  hostId: Id.nullable(),
  hostName: z.string().nullable(),
  result: CheckResult,
  evidence: Message,
  remedy: Message.nullable(),
  /** The fix that would mend it; null where there is none that is safe. */
  fix: CheckFix.nullable(),
});
export type Check = z.infer<typeof Check>;

/** What stops writes. `freeze`: the primary's server, or its whole host, stands still and comes back later. */
export const DowntimeFault = z.enum(["switchover", "crash", "freeze", "partition"]);
export type DowntimeFault = z.infer<typeof DowntimeFault>;

/** The way in whose clients wait. */
export const DowntimePath = z.enum(["vip", "router", "haproxy"]);
export type DowntimePath = z.infer<typeof DowntimePath>;

/**
 * Whose share of an outage something is: until the group notices, until it expels, what it takes longer where the server starts again at
 * once, until the new primary takes writes, until the VIP is there.
 */
export const DowntimeShare = z.enum(["notice", "expel", "restart", "elect", "vip"]);
export type DowntimeShare = z.infer<typeof DowntimeShare>;

/** One share of the time that writes stop, and what it is made by. `share` is absent where it is none of a failover's. */
export const DowntimePart = z.object({
  text: Message,
  minMs: z.number(),
  maxMs: z.number(),
  share: DowntimeShare.optional(),
});
export type DowntimePart = z.infer<typeof DowntimePart>;

/** A variable to change, and the whole time that writes would stop with that value. */
export const DowntimeAdvice = z.object({
  variable: z.string(),
  value: z.string(),
  minMs: z.number(),
  maxMs: z.number(),
  text: Message,
  fix: CheckFix.nullable(),
});
export type DowntimeAdvice = z.infer<typeof DowntimeAdvice>;

/** For how long writes would stop: the sum of its parts, each of which is a range. */
export const DowntimeEstimate = z.object({
  fault: DowntimeFault,
  path: DowntimePath,
  minMs: z.number(),
  maxMs: z.number(),
  /** The parts as sentences, and what else clients notice. */
  because: z.array(Message),
  parts: z.array(DowntimePart),
  advice: z.array(DowntimeAdvice),
});
export type DowntimeEstimate = z.infer<typeof DowntimeEstimate>;

/** All checks of one question, run at once on every member. */
export const CheckReport = z.object({
  checks: z.array(Check),
  hasFailures: z.boolean(),
  estimates: z.array(DowntimeEstimate),
});
export type CheckReport = z.infer<typeof CheckReport>;
