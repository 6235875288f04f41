import type { WriteAttempt } from "./attempt";

/** The longest time without an acknowledged write. */
export interface WriteGap {
  /** From the last acknowledgement before the gap to the first one after it. */
  readonly gapMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly fromServer: string | null;
  readonly toServer: string | null;
}

/**
 * The longest stretch between two acknowledgements that follow each other in time, looking only at those that ended
 * within the given limits; null when there are fewer than two. Times are CLOCK_MONOTONIC in ms.
 */
export function findLongestGap(
  attempts: readonly WriteAttempt[],
  limits: { readonly fromMs?: number; readonly toMs?: number } = {},
): WriteGap | null {
  const acked = attempts
    .filter((one) => one.acked)
    .filter((one) => one.endedMonotonicMs >= (limits.fromMs ?? 0))
    .filter((one) => one.endedMonotonicMs <= (limits.toMs ?? Number.POSITIVE_INFINITY))
    .sort((one, other) => one.endedMonotonicMs - other.endedMonotonicMs);
  let longest: WriteGap | null = null;
  for (const [index, next] of acked.entries()) {
    const last = acked[index - 1];
    if (last === undefined) continue;
    const gapMs = next.endedMonotonicMs - last.endedMonotonicMs;
    if (longest !== null && gapMs <= longest.gapMs) continue;
    longest = {
      gapMs,
      fromMs: last.endedMonotonicMs,
      toMs: next.endedMonotonicMs,
      fromServer: last.serverUuid,
      toServer: next.serverUuid,
    };
  }
  return longest;
}
