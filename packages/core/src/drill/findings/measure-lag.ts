import type { DrillReadLag } from "@primacy/contract";
import type { OwnRead, WriteAttempt } from "../attempt";
import { listMissed } from "../stale-reads";
import { roundMs } from "./drill-zero";
import { notBegun } from "./way-attempts";

interface TimedLag {
  readonly atMs: number;
  readonly lagMs: number;
  /** It was no higher than this until the next read showed what was there by then. */
  readonly mostMs: number;
}

/**
 * How far reads were behind the writes of another client. The lag of an answered read is for how long, when it began, the oldest write with a
 * number above all that it saw had been acknowledged. `reads` are of one way; those that began before `sinceMs` do not count (null: all do).
 * Null: none that counts was answered.
 *
 * Between two reads the lag rises as fast as the time at most: what a read saw is there until the next one shows more. So it was never higher than
 * that of a read and the time from its begin to the end of the next one. Where that is not answered, it counts to its begin: what clients meet while
 * nobody answers is a gap, and no lag.
 */
export function measureLag(
  reads: readonly OwnRead[],
  written: readonly WriteAttempt[],
  sinceMs: number | null,
): DrillReadLag | null {
  const missedOf = listMissed(
    written.flatMap(({ acked, seq, endedMonotonicMs: endedMs }) => (acked ? [{ seq, endedMs }] : [])),
  );
  const begun = reads
    .filter(({ error }) => error !== notBegun)
    .toSorted((a, b) => a.startedMonotonicMs - b.startedMonotonicMs);
  const lags = begun.flatMap((read, index): TimedLag[] => {
    const { startedMonotonicMs: atMs, error, seq } = read;
    if (error !== null || (sinceMs !== null && atMs < sinceMs)) return [];
    const lagMs = missedOf(seq, atMs);
    return [{ atMs, lagMs, mostMs: lagMs + shownMs(read, begun[index + 1]) - atMs }];
  });
  const [first] = lags;
  if (first === undefined) return null;
  const highest = lags.reduce((one, next) => (next.lagMs > one.lagMs ? next : one), first);
  const mostMs = lags.reduce((most, one) => Math.max(most, one.mostMs), 0);
  return {
    highestMs: roundMs(highest.lagMs),
    highestAtMs: roundMs(highest.atMs),
    medianMs: roundMs(medianOf(lags.map(({ lagMs }) => lagMs).sort((a, b) => a - b))),
    errorMs: Math.ceil((mostMs - highest.lagMs) * 10) / 10,
    reads: lags.length,
  };
}

/** Until when what a read saw is all that is known. */
function shownMs(read: OwnRead, next: OwnRead | undefined): number {
  if (next === undefined) return read.endedMonotonicMs;
  return next.error === null ? next.endedMonotonicMs : next.startedMonotonicMs;
}

/** Of figures in their order; the mean of both where two are in the middle. */
function medianOf(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}
