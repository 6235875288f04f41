import { describe, expect, test } from "vitest";
import { checkSchedule, nextTimes } from "./next-times";

const now = new Date("2026-11-28T10:00:00.000Z");
const whole = { cron: false, timeZone: false };

describe("a schedule", () => {
  test.each([
    ["0 2 * * 6", "Europe/Berlin", whole],
    [" 30 4 1 * * ", "UTC", whole],
    ["*/15 0-6 * * MON-FRI", "Asia/Shanghai", whole],
    ["0 2 * *", "UTC", { cron: true, timeZone: false }],
    ["0 0 2 * * *", "UTC", { cron: true, timeZone: false }],
    ["61 2 * * *", "UTC", { cron: true, timeZone: false }],
    ["@daily", "UTC", { cron: true, timeZone: false }],
    ["0 2 30 2 *", "UTC", { cron: true, timeZone: false }],
    ["", "", { cron: true, timeZone: true }],
    ["0 2 * * *", "Mars/Olympus", { cron: false, timeZone: true }],
    ["every night", "Mars/Olympus", { cron: true, timeZone: true }],
  ])("%j in %j has all its problems told at once", (cron, timeZone, problems) => {
    expect(checkSchedule({ cron, timeZone }, now)).toEqual(problems);
  });

  test("comes by the clock of its time zone, also over the change to summer time", () => {
    const times = nextTimes(
      { cron: "30 1 * * 0", timeZone: "Europe/Berlin" },
      new Date("2027-03-20T00:00:00Z"),
      3,
    );
    expect(times.map((one) => one.toISOString())).toEqual([
      "2027-03-21T00:30:00.000Z",
      "2027-03-28T00:30:00.000Z",
      "2027-04-03T23:30:00.000Z",
    ]);
  });

  test.each([
    [
      "that summer time leaves out comes just after it",
      "2027-03-28T00:00:00Z",
      ["2027-03-28T01:00", "2027-03-29T00:30"],
    ],
    [
      "that winter time has twice comes once",
      "2027-10-30T12:00:00Z",
      ["2027-10-31T00:30", "2027-11-01T01:30"],
    ],
  ])("a time %s", (_what, from, expected) => {
    const times = nextTimes({ cron: "30 2 * * *", timeZone: "Europe/Berlin" }, new Date(from), 2);
    expect(times.map((one) => one.toISOString().slice(0, 16))).toEqual(expected);
  });

  test("never comes at the instant itself, so that no round begins twice", () => {
    const at = new Date("2026-11-28T02:00:00.000Z");
    const [next] = nextTimes({ cron: "0 2 * * *", timeZone: "UTC" }, at, 1);
    expect(next?.toISOString()).toBe("2026-11-29T02:00:00.000Z");
  });
});
