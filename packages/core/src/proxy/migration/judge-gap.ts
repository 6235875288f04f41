import type { MigrationGap } from "@primacy/contract";
import { findLongestGap, type WriteAttempt } from "../../drill";

/**
 * The longest time without an acknowledged write of a client that began one every `everyMs`; null where fewer than two were
 * acknowledged. The outage may have begun up to one interval after the last one was acknowledged, and have ended up to one interval
 * and the time of a write before the next one was.
 */
export function judgeGap(attempts: readonly WriteAttempt[], everyMs: number): MigrationGap | null {
  const gap = findLongestGap(attempts);
  if (gap === null) return null;
  const first = attempts.find((one) => one.acked && one.endedMonotonicMs === gap.toMs);
  const tookMs = first === undefined ? 0 : first.endedMonotonicMs - first.startedMonotonicMs;
  return {
    gapMs: Math.round(gap.gapMs),
    errorMs: Math.min(Math.round(gap.gapMs), Math.ceil(2 * everyMs + tookMs)),
    everyMs,
    writes: attempts.length,
    failed: attempts.filter(({ acked }) => !acked).length,
  };
}
