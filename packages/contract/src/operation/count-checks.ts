import { z } from "zod";
import { CheckResult } from "../check/check";
import { Message } from "../message/schema";
import { effectOf } from "./kinds";
import type { Operation } from "./operation";

/** How many of an operation's checks failed, and how many warn. */
export interface CheckCount {
  readonly failed: number;
  readonly warned: number;
}

const Checked = z.object({
  report: z.object({ checks: z.array(z.object({ result: CheckResult })) }),
});
const Discovered = z.object({
  problems: z.array(Message),
  members: z.array(z.object({ problems: z.array(Message) })),
});

/**
 * What an operation that only looks has found; null where it has found nothing out yet, or nothing that is counted. That it
 * succeeded means that it could look.
 */
export function countChecks({
  kind,
  state,
  result,
}: Pick<Operation, "kind" | "state" | "result">): CheckCount | null {
  if (effectOf(kind) === "changing" || state !== "succeeded") return null;
  const checked = Checked.safeParse(result);
  if (checked.success) {
    const { checks } = checked.data.report;
    const count = (of: CheckResult): number => checks.filter((check) => check.result === of).length;
    return { failed: count("fail"), warned: count("warn") };
  }
  const discovered = Discovered.safeParse(result);
  if (!discovered.success) return null;
  const { problems, members } = discovered.data;
  const warned = problems.length + members.flatMap((member) => member.problems).length;
  return warned === 0 ? null : { failed: 0, warned };
}
