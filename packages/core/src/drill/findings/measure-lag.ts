import type { DrillReadLag } from "@primacy/contract";
import type { OwnRead, WriteAttempt } from "../attempt";
import { listMissed } from "../stale-reads";
import { roundMs } from "./drill-zero";
import { notBegun } from "./way-attempts";

interface TimedLag {
  readonly atMs: number;
  readonly lagMs: number;
  /** Until when what the read saw is all that is known. */
  readonly untilMs: number;
}

/** Clients write each 20 ms: where nothing was acknowledged for as long, a read that misses nothing says nothing. */
const writtenMs = 1_000;

/**
 * How far reads were behind the writes of another client. The lag of an answered read is for how long, when it began, the oldest write with a
 * number above all that it saw had been acknowledged. `reads` are of one way; those that began before `sinceMs` do not count (null: all do), nor do
 * those that missed nothing while nothing had been acknowledged for a second: a server that stands still would look as one that keeps up.
 * Null: none that counts was answered.
 *
 * Between two reads the lag rises as fast as the time at most: what a read saw is there until the next one shows more. So it was never higher than
 * that of a read and the time from its begin to the end of the next one. Where that is not answered, it counts to its begin: what clients meet while
 * nobody answers is a gap, and no lag. A connection that a proxy opens to another server meanwhile is not known of.
 */
export function measureLag(
  reads: readonly OwnRead[],
  written: readonly WriteAttempt[],
  sinceMs: number | null,
): DrillReadLag | null {
  const acks = written
    .flatMap(({ acked, seq, endedMonotonicMs: endedMs }) => (acked ? [{ seq, endedMs }] : []))
    .sort((a, b) => a.endedMs - b.endedMs);
  const missedOf = listMissed(acks);
  const isWritten = followWritten(acks.map(({ endedMs }) => endedMs));
  const begun = reads
    .filter(({ error }) => error !== notBegun)
    .toSorted((a, b) => a.startedMonotonicMs - b.startedMonotonicMs);
  const shown = begun.flatMap((read, index): TimedLag[] => {
    const { startedMonotonicMs: atMs, error, seq } = read;
    if (error !== null) return [];
    const lagMs = missedOf(seq, atMs);
    const isKnown = lagMs > 0 || isWritten(atMs);
    return isKnown ? [{ atMs, lagMs, untilMs: shownMs(read, begun[index + 1]) }] : [];
  });
  const lags = shown.filter(({ atMs }) => sinceMs === null || atMs >= sinceMs);
  const [first] = lags;
  if (first === undefined) return null;
  const highest = lags.reduce((one, next) => (next.lagMs > one.lagMs ? next : one), first);
  // What the last read before the fault saw is all that is known until the first one after it has ended.
  const mostMs = shown
    .filter(({ untilMs }) => sinceMs === null || untilMs >= sinceMs)
    .reduce((most, { lagMs, untilMs, atMs }) => Math.max(most, lagMs + untilMs - atMs), 0);
  return {
    highestMs: roundMs(highest.lagMs),
    highestAtMs: roundMs(highest.atMs),
    medianMs: roundMs(medianOf(lags.map(({ lagMs }) => lagMs))),
    errorMs: upToTenth(mostMs - highest.lagMs),
    medianErrorMs: upToTenth(medianOf(lags.map(({ atMs, untilMs }) => untilMs - atMs))),
    reads: lags.length,
  };
}

const upToTenth = (ms: number): number => Math.ceil(ms * 10) / 10;

/** Whether something had been acknowledged within the last second; instants must be asked for in their order. */
function followWritten(endedMs: readonly number[]): (atMs: number) => boolean {
  let next = 0;
  return (atMs) => {
    while ((endedMs[next] ?? Number.POSITIVE_INFINITY) <= atMs) next += 1;
    return atMs - (endedMs[next - 1] ?? Number.NEGATIVE_INFINITY) <= writtenMs;
  };
}

/** Until when what a read saw is all that is known. */
function shownMs(read: OwnRead, next: OwnRead | undefined): number {
  if (next === undefined) return read.endedMonotonicMs;
  return next.error === null ? next.endedMonotonicMs : next.startedMonotonicMs;
}

/** The mean of both where two are in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}
