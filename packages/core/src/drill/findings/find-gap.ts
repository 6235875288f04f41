import type { DrillGap } from "@primacy/contract";
import type { WriteAttempt } from "../attempt";
import { findLongestGap } from "../write-gap";
import { roundMs } from "./drill-zero";
import { notBegun } from "./way-attempts";

/**
 * The longest time without an answer that ended after the fault, or before one was made any; one that lasts is measured to `untilMs`, until
 * when all that ended is known. The outage itself may have begun as late as the first attempt that failed ended, and have ended as early as
 * the last one that failed began: attempts that were not begun say nothing, so that they make it less certain. Null: fewer than two
 * were answered, and none is waited for. Milliseconds from the fault.
 */
export function findGap(attempts: readonly WriteAttempt[], untilMs: number): DrillGap | null {
  const acked = attempts.filter((one) => one.acked);
  const endedMs = acked.map((one) => one.endedMonotonicMs);
  const beforeMs = endedMs
    .filter((ms) => ms <= 0)
    .reduce((last, ms) => Math.max(last, ms), Number.NEGATIVE_INFINITY);
  const newestMs = endedMs.reduce((last, ms) => Math.max(last, ms), Number.NEGATIVE_INFINITY);
  if (newestMs === Number.NEGATIVE_INFINITY) return null;
  // It lasts only where something was tried since, and in vain.
  const isWaiting = attempts.some((one) => !one.acked && one.endedMonotonicMs > newestMs);
  const [one] = acked;
  const looked = isWaiting && one !== undefined ? [...acked, { ...one, endedMonotonicMs: untilMs }] : acked;
  const gap = findLongestGap(looked, { fromMs: beforeMs });
  if (gap === null) return null;
  const { fromMs, toMs } = gap;
  return {
    fromMs: roundMs(fromMs),
    toMs: roundMs(toMs),
    gapMs: roundMs(gap.gapMs),
    errorMs: Math.ceil((gap.gapMs - certainMs(attempts, fromMs, toMs)) * 10) / 10,
    isOpen: isWaiting && toMs === untilMs,
  };
}

/** For how long nothing was answered for certain: from the end of the first attempt that failed to the begin of the last. */
function certainMs(attempts: readonly WriteAttempt[], fromMs: number, toMs: number): number {
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { acked, error, startedMonotonicMs, endedMonotonicMs } of attempts) {
    if (acked || error === notBegun || endedMonotonicMs < fromMs || startedMonotonicMs > toMs) continue;
    firstMs = Math.min(firstMs, endedMonotonicMs);
    lastMs = Math.max(lastMs, startedMonotonicMs);
  }
  return Math.max(0, lastMs - firstMs);
}
