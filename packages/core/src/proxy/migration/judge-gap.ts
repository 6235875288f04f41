import type { MigrationGap } from "@primacy/contract";
import { findLongestGap, type WriteAttempt } from "../../drill";

/** The error of a write that was due and was not begun: as many as the client may have under way had not ended. */
export const notBegun = "NO_FREE_SLOT";

/**
 * The longest time without an acknowledged write of a client that begins one every `everyMs`; null where fewer than two were
 * acknowledged. The outage may have begun as late as the first write after the last one that was acknowledged, and have ended as
 * early as the last write that failed began: a client that could not begin its writes in time is that much less certain.
 */
export function judgeGap(attempts: readonly WriteAttempt[], everyMs: number): MigrationGap | null {
  const gap = findLongestGap(attempts);
  if (gap === null) return null;
  const failed = attempts.filter(({ acked }) => !acked);
  const begun = failed
    .filter(({ error }) => error !== notBegun)
    .map(({ startedMonotonicMs }) => startedMonotonicMs)
    .filter((ms) => ms >= gap.fromMs && ms <= gap.toMs);
  const certainMs = begun.length === 0 ? 0 : Math.max(...begun) - Math.min(...begun);
  return {
    gapMs: Math.round(gap.gapMs),
    errorMs: Math.ceil(gap.gapMs - certainMs),
    everyMs,
    writes: attempts.length,
    failed: failed.length,
  };
}
