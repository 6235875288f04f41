import type { DrillSchedule } from "@primacy/contract";
import { Cron } from "croner";

type Times = Pick<DrillSchedule, "cron" | "timeZone">;

/** What is wrong with a schedule, by its field. */
export interface ScheduleProblems {
  readonly cron: boolean;
  readonly timeZone: boolean;
}

/** Five fields and nothing else: no seconds, no years, no `@daily`. */
const fiveFields = /^\s*\S+(\s+\S+){4}\s*$/;

/** All that is wrong with a schedule. A time that never comes, such as 30 February, is wrong too. Never throws. */
export function checkSchedule({ cron, timeZone }: Times, now: Date): ScheduleProblems {
  const isZone = isTimeZone(timeZone);
  return { cron: !isCron({ cron, timeZone: isZone ? timeZone : "UTC" }, now), timeZone: !isZone };
}

/**
 * The next times of a schedule after `now`, `count` at most; fewer where no more come. Throws where `checkSchedule` finds a problem of
 * the expression or the time zone. An hour that summer time leaves out is made up for just after it; one that comes twice counts once.
 */
export function nextTimes({ cron, timeZone }: Times, now: Date, count: number): readonly Date[] {
  return parse({ cron, timeZone }).nextRuns(count, now);
}

function parse({ cron, timeZone }: Times): Cron {
  return new Cron(cron.trim(), { timezone: timeZone, paused: true, mode: "5-part" });
}

function isCron(times: Times, now: Date): boolean {
  if (!fiveFields.test(times.cron)) return false;
  try {
    return nextTimes(times, now, 1).length > 0;
  } catch {
    return false;
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return timeZone !== "";
  } catch {
    return false;
  }
}
