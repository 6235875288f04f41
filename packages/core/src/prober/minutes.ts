import { proberEveryMs } from "@primacy/contract";
import type { ProberAttempt } from "./outages";

/**
 * The attempts of one minute of the wall clock; `minuteMs` is its begin, in milliseconds since 1970. One that kept the next from its time counts as
 * those that it kept, too: so that the sums are seconds.
 */
export interface ProberMinute {
  readonly minuteMs: number;
  readonly attempts: number;
  readonly acked: number;
  /** Of those that were acknowledged; null: none was. */
  readonly slowestMs: number | null;
}

const minute = 60_000;

/** The sums with one more attempt, by when it began. */
export function countAttempt(
  minutes: readonly ProberMinute[],
  { startedMs, endedMs, isAcked }: ProberAttempt,
): readonly ProberMinute[] {
  const minuteMs = Math.floor(startedMs / minute) * minute;
  const known = minutes.find((one) => one.minuteMs === minuteMs);
  const base = known ?? { minuteMs, attempts: 0, acked: 0, slowestMs: null };
  const weight = Math.max(1, Math.ceil((endedMs - startedMs) / proberEveryMs));
  const next = {
    minuteMs,
    attempts: base.attempts + weight,
    acked: base.acked + (isAcked ? weight : 0),
    slowestMs: isAcked ? Math.max(base.slowestMs ?? 0, Math.round(endedMs - startedMs)) : base.slowestMs,
  };
  return [...minutes.filter((one) => one !== known), next];
}
