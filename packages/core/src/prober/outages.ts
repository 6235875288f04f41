import { proberEveryMs, proberLimitMs } from "@primacy/contract";

/** One attempt of a prober, by one clock, in milliseconds. Attempts are told in the order in which they began. */
export interface ProberAttempt {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly isAcked: boolean;
}

/** A time without an acknowledgement. */
export interface Outage {
  /** The end of the last attempt that was acknowledged before it; where none is known, the begin of the first that failed. */
  readonly fromMs: number;
  /** The end of the first attempt that was acknowledged after it, or of the newest that failed. */
  readonly toMs: number;
  /** From the end of the first attempt that failed to the begin of the last: for so long nothing was answered for certain. */
  readonly certainMs: number;
  readonly failed: number;
  /** It lasts. */
  readonly isOpen: boolean;
}

/** What is known between two attempts. */
export interface ProberCourse {
  readonly ackedMs: number | null;
  readonly startedMs: number | null;
  readonly outage: (Outage & { readonly firstFailedMs: number }) | null;
}

export const noCourse: ProberCourse = { ackedMs: null, startedMs: null, outage: null };

/** Between two attempts that are further apart nobody tried: what was before them says nothing of what is after. */
const brokenMs = 3 * proberEveryMs + proberLimitMs;

/**
 * The course after one more attempt, and the outage that it ended or broke, where there is one. Outages never overlap, and never span a time in
 * which nobody tried.
 */
export function followAttempts(
  course: ProberCourse,
  attempt: ProberAttempt,
): { readonly course: ProberCourse; readonly over: Outage | null } {
  const { startedMs, endedMs, isAcked } = attempt;
  const isBroken = course.startedMs !== null && startedMs - course.startedMs > brokenMs;
  const before = isBroken ? noCourse : course;
  const broken = isBroken && course.outage !== null ? closed(course.outage, course.outage.toMs) : null;
  if (!isAcked) return { course: { ...before, startedMs, outage: fail(before, attempt) }, over: broken };
  const { outage } = before;
  const over = outage === null ? broken : closed(outage, Math.max(endedMs, outage.fromMs));
  return { course: { ackedMs: endedMs, startedMs, outage: null }, over };
}

function fail(
  { outage, ackedMs }: ProberCourse,
  { startedMs, endedMs }: ProberAttempt,
): ProberCourse["outage"] {
  if (outage === null) {
    const fromMs = ackedMs ?? startedMs;
    const toMs = Math.max(fromMs, endedMs);
    return { fromMs, toMs, certainMs: 0, failed: 1, isOpen: true, firstFailedMs: endedMs };
  }
  return {
    ...outage,
    toMs: Math.max(outage.toMs, endedMs),
    certainMs: Math.max(outage.certainMs, startedMs - outage.firstFailedMs),
    failed: outage.failed + 1,
  };
}

function closed({ fromMs, certainMs, failed }: Outage, toMs: number): Outage {
  return { fromMs, toMs, certainMs, failed, isOpen: false };
}

/** How long an outage was, and by how much it may have been shorter. */
export function measureOutage({ fromMs, toMs, certainMs }: Outage): {
  readonly gapMs: number;
  readonly errorMs: number;
} {
  const gapMs = Math.max(0, toMs - fromMs);
  return { gapMs: Math.round(gapMs), errorMs: Math.round(Math.max(0, gapMs - certainMs)) };
}

/** The longest outage of these that touches a time; null: none does. */
export function findOutage(outages: readonly Outage[], fromMs: number, toMs: number): Outage | null {
  return outages
    .filter((one) => one.toMs >= fromMs && one.fromMs <= toMs)
    .reduce<Outage | null>(
      (longest, one) =>
        longest !== null && longest.toMs - longest.fromMs >= one.toMs - one.fromMs ? longest : one,
      null,
    );
}
