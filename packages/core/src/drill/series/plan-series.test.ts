import { message } from "@primacy/contract";
import { describe, expect, test } from "vitest";
import { type OrderedDrill, planSeries, type SeriesCourse } from "./plan-series";

const now = new Date("2026-11-28T02:10:00.000Z");
const roundAt = new Date("2026-11-28T02:00:00.000Z");
const schedule = { cron: "0 2 * * *", timeZone: "UTC", windowMinutes: 60 };
const base: SeriesCourse = {
  ...{ state: "running", schedule: null, done: 0, total: 2, roundAt: null, nextAt: null },
  ...{ brokenOff: 0, remark: null, idleSince: roundAt, waitsFor: null },
};
const timed: SeriesCourse = { ...base, schedule, roundAt };
const waiting: SeriesCourse = { ...timed, state: "waiting", roundAt: null, nextAt: roundAt };
const ended: OrderedDrill = { kind: "ended", isBrokenOff: false, unhealed: null };
const broken: OrderedDrill = { ...ended, isBrokenOff: true };
const refused: OrderedDrill = { kind: "not_begun", reason: message("why.drill_not_begun") };
const at = (text: string): Date => new Date(`2026-11-${text}:00.000Z`);

describe("a series without a schedule", () => {
  test.each<[string, Partial<SeriesCourse>, OrderedDrill | null, string, Partial<SeriesCourse>]>([
    ["orders its first drill", {}, null, "order", { done: 0 }],
    ["waits while one is under way", {}, { kind: "under_way" }, "wait", { done: 0 }],
    ["orders the next after one has ended", {}, ended, "order", { done: 1 }],
    ["is done after the last", { done: 1 }, ended, "end", { done: 2, state: "done" }],
    ["goes on after one that was broken off", {}, broken, "order", { done: 1, brokenOff: 1 }],
    ["forgets that after one that was not", { brokenOff: 1 }, ended, "order", { brokenOff: 0 }],
    ["stops after two in a row", { brokenOff: 1 }, broken, "end", { state: "stopped", brokenOff: 2 }],
    ["does not count one that did not begin", {}, refused, "order", { done: 0, brokenOff: 1 }],
    ["stops after two that did not begin", { brokenOff: 1 }, refused, "end", { state: "stopped" }],
    [
      "stops after one that left a member unhealed",
      {},
      { ...ended, unhealed: "db1" },
      "end",
      { state: "stopped" },
    ],
    ["stays stopped", { state: "stopped" }, ended, "end", { state: "stopped", done: 0 }],
    ["stays done", { state: "done", done: 2 }, null, "end", { state: "done" }],
  ])("%s", (_what, change, drill, next, course) => {
    const plan = planSeries({ ...base, ...change }, drill, now);
    expect(plan.next.kind).toBe(next);
    expect(plan.course).toMatchObject(course);
  });

  test("says why it stopped, with the member that is not healed", () => {
    const { course } = planSeries(base, { ...ended, unhealed: "db1" }, now);
    expect(course.remark?.text).toContain("left db1 unhealed");
    expect(planSeries({ ...base, brokenOff: 1 }, broken, now).course.remark?.code).toBe(
      "drill_series.stopped_broken",
    );
  });

  test("stops where it has waited a day for its next drill, and says for what", () => {
    const waitsFor = message("drill_series.waits_busy", { operation: "switchover", actor: "bob" });
    const at = (ms: number) => new Date(roundAt.getTime() + 24 * 3_600_000 + ms);
    expect(planSeries({ ...base, waitsFor }, null, at(-1)).next.kind).toBe("order");
    const { course, next } = planSeries({ ...base, waitsFor }, null, at(0));
    expect(next.kind).toBe("end");
    expect(course.state).toBe("stopped");
    expect(course.remark?.text).toBe(
      "Stopped by itself: its next drill could not begin for 24 hours. Switchover, started by bob, is changing the cluster.",
    );
    expect(planSeries(base, { kind: "under_way" }, at(0)).next.kind).toBe("wait");
    expect(planSeries({ ...timed, roundAt: at(-1) }, null, at(0)).next.kind).toBe("order");
  });

  test("keeps why the last one did not begin", () => {
    expect(planSeries(base, refused, now).notBegun?.code).toBe("why.drill_not_begun");
    expect(planSeries(base, ended, now).notBegun).toBeNull();
  });
});

describe("a series with a schedule", () => {
  test("waits for its time, and begins a round anew when it has come", () => {
    const early = planSeries({ ...waiting, done: 2 }, null, at("28T01:59"));
    expect(early.next).toEqual({ kind: "wait", until: roundAt });
    const due = planSeries({ ...waiting, done: 2 }, null, now);
    expect(due.next.kind).toBe("order");
    expect(due.course).toMatchObject({ state: "running", done: 0, roundAt, nextAt: null });
  });

  test("waits for the next time after the last drill of a round", () => {
    const { course, next } = planSeries({ ...timed, done: 1 }, ended, now);
    expect(course).toMatchObject({ state: "waiting", done: 2, nextAt: at("29T02:00"), remark: null });
    expect(next).toEqual({ kind: "wait", until: at("29T02:00") });
  });

  test("begins none at the end of its window or after it, and says how many it left out", () => {
    expect(planSeries(timed, null, new Date(at("28T03:00").getTime() - 1)).next.kind).toBe("order");
    const { course, next } = planSeries(timed, ended, at("28T03:00"));
    expect(next.kind).toBe("wait");
    expect(course).toMatchObject({ state: "waiting", nextAt: at("29T02:00") });
    expect(course.remark?.text).toBe(
      "1 of 2 drills of the round of 2026-11-28 02:00 (UTC) were left out: its window of 60 min ended.",
    );
  });

  test("a drill that is under way as the window ends goes on", () => {
    expect(planSeries(timed, { kind: "under_way" }, at("28T05:00")).course.state).toBe("running");
  });

  test("leaves out a round that nobody looked at within its window, and says so", () => {
    const { course, next } = planSeries(waiting, null, at("28T03:00"));
    expect(next).toEqual({ kind: "wait", until: at("29T02:00") });
    expect(course.remark?.code).toBe("drill_series.missed");
  });

  test("a round that lasts over the next time makes that one not come twice", () => {
    const often = { ...timed, schedule: { cron: "*/5 * * * *", timeZone: "UTC", windowMinutes: 600 } };
    expect(planSeries({ ...often, done: 1 }, ended, now).next).toEqual({
      kind: "wait",
      until: at("28T02:15"),
    });
  });
});
