import {
  type DrillSchedule,
  type DrillSeriesState,
  joinMessages,
  type Message,
  message,
} from "@primacy/contract";
import { nextTimes } from "../../schedule";

/*
 * What holds at every moment: a series has at most one drill that is not accounted for, and orders the next only after that one has ended and
 * the group was looked at; it orders none outside the window of its round, and none after two in a row that came to no verdict or one that left
 * the cluster unhealed. One without a schedule orders none that nobody expects any more.
 */

/** How far a series is. */
export interface SeriesCourse {
  readonly state: DrillSeriesState;
  readonly schedule: DrillSchedule | null;
  /** Drills of the round that have ended, of so many. */
  readonly done: number;
  readonly total: number;
  /** The time of the schedule that began the round under way; null: there is none, or no schedule. */
  readonly roundAt: Date | null;
  readonly nextAt: Date | null;
  /** Drills in a row that were broken off, tested nothing, or did not begin. */
  readonly brokenOff: number;
  /** When its last drill ended; where none has, when it was ordered. */
  readonly idleSince: Date;
  /** What stood against its next drill when it was looked at last. */
  readonly waitsFor: Message | null;
  readonly remark: Message | null;
}

/** What became of the drill that the series ordered last and has not accounted for. */
export type OrderedDrill =
  | { readonly kind: "under_way" }
  /** `isBrokenOff`: or it tested nothing. `unhealed`: the member that is not as it was, as far as is known. */
  | { readonly kind: "ended"; readonly isBrokenOff: boolean; readonly unhealed: string | null }
  | { readonly kind: "not_begun"; readonly reason: Message };

/** The course from now on, and what is to be done. */
export interface SeriesPlan {
  readonly course: SeriesCourse;
  /**
   * `order`: look whether the group is whole, and order the next drill if it is. `wait`: look again at that time, since the drill is under way
   * or the round has not come. `end`: never again.
   */
  readonly next: { readonly kind: "order" | "end" } | { readonly kind: "wait"; readonly until: Date };
  /** Why the last drill that was ordered did not begin, until the next is. */
  readonly notBegun: Message | null;
}

/** As many in a row that came to no verdict end a series: something is wrong that a third would not mend. */
export const mostBrokenOff = 2;
const drillLookMs = 2_000;
/** A series without a schedule is ordered for now: after a day nobody stands by any more. */
const longestIdleMs = 24 * 3_600_000;

/** What a series does now. Accounts for the drill that was ordered; null: none is. Throws where its schedule is wrong. */
export function planSeries(before: SeriesCourse, drill: OrderedDrill | null, now: Date): SeriesPlan {
  if (before.state === "done" || before.state === "stopped") return end(before);
  if (drill?.kind === "under_way") return wait(before, new Date(now.getTime() + drillLookMs));
  const course = account(before, drill);
  if (drill?.kind === "ended" && drill.unhealed !== null)
    return stop(course, message("drill_series.stopped_unhealed", { member: drill.unhealed }));
  if (course.brokenOff >= mostBrokenOff) return stop(course, message("drill_series.stopped_broken"));
  if (course.state === "waiting") return beginRound(course, now);
  if (course.done >= course.total) return endRound(course, null, now);
  if (course.schedule === null && now.getTime() - course.idleSince.getTime() >= longestIdleMs)
    return stop(course, tellIdle(course));
  if (isPast(course.schedule, course.roundAt, now)) return endRound(course, tellLeftOut(course), now);
  return { course, next: { kind: "order" }, notBegun: drill?.kind === "not_begun" ? drill.reason : null };
}

function account(course: SeriesCourse, drill: OrderedDrill | null): SeriesCourse {
  if (drill === null || drill.kind === "under_way") return course;
  if (drill.kind === "not_begun") return { ...course, brokenOff: course.brokenOff + 1 };
  return { ...course, done: course.done + 1, brokenOff: drill.isBrokenOff ? course.brokenOff + 1 : 0 };
}

function beginRound(course: SeriesCourse, now: Date): SeriesPlan {
  const { schedule, nextAt } = course;
  if (schedule === null || nextAt === null) return stop(course, message("drill_series.no_next"));
  if (now < nextAt) return wait(course, nextAt);
  if (isPast(schedule, nextAt, now)) {
    const at = tellTime(nextAt, schedule);
    return awaitNext({ ...course, remark: message("drill_series.missed", { at }) }, schedule, now);
  }
  const begun: SeriesCourse = { ...course, state: "running", done: 0, roundAt: nextAt, nextAt: null };
  return { course: begun, next: { kind: "order" }, notBegun: null };
}

function endRound(course: SeriesCourse, remark: Message | null, now: Date): SeriesPlan {
  const over = { ...course, remark };
  return course.schedule === null ? end({ ...over, state: "done" }) : awaitNext(over, course.schedule, now);
}

function awaitNext(course: SeriesCourse, schedule: DrillSchedule, now: Date): SeriesPlan {
  const [next] = nextTimes(schedule, now, 1);
  if (next === undefined) return stop(course, message("drill_series.no_next"));
  return wait({ ...course, state: "waiting", roundAt: null, nextAt: next }, next);
}

function wait(course: SeriesCourse, until: Date): SeriesPlan {
  return { course, next: { kind: "wait", until }, notBegun: null };
}

function end(course: SeriesCourse): SeriesPlan {
  return { course: { ...course, roundAt: null, nextAt: null }, next: { kind: "end" }, notBegun: null };
}

function stop(course: SeriesCourse, remark: Message): SeriesPlan {
  return end({ ...course, state: "stopped", remark });
}

function tellIdle({ waitsFor }: SeriesCourse): Message {
  const idle = message("drill_series.stopped_idle");
  return waitsFor === null ? idle : joinMessages([idle, waitsFor]);
}

/** At the end of the window nothing begins any more. */
function isPast(schedule: DrillSchedule | null, roundAt: Date | null, now: Date): boolean {
  if (schedule === null || roundAt === null) return false;
  return now.getTime() >= roundAt.getTime() + schedule.windowMinutes * 60_000;
}

function tellLeftOut({ done, total, schedule, roundAt }: SeriesCourse): Message | null {
  if (schedule === null || roundAt === null) return null;
  const at = tellTime(roundAt, schedule);
  return message("drill_series.left_out", {
    at,
    total,
    count: total - done,
    minutes: schedule.windowMinutes,
  });
}

/** By the clock of the schedule, which is what its reader wrote: `2026-11-28 02:00 (Europe/Berlin)`. */
function tellTime(at: Date, { timeZone }: DrillSchedule): string {
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(
    at,
  );
  return `${text} (${timeZone})`;
}
