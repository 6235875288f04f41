import { formatMessage, message, type OperationStep } from "@primacy/contract";
import { expect, test } from "vitest";
import type { EventDraft } from "./draft";
import { isDeparture, tellOrderedStops } from "./ordered-stop";

const nowMs = Date.parse("2026-11-22T05:00:00.000Z");

function offline(change: Partial<EventDraft> = {}): EventDraft {
  const params = { member: "db3", state: "OFFLINE", previous: "ONLINE" };
  const text = message("event.member_state_changed", params);
  const about = { hostId: "h3", memberId: "m3", vipId: null };
  return {
    kind: "member_state_changed",
    tone: "failed",
    message: text,
    ...about,
    detail: { ...params },
    ...change,
  };
}

function stepOf(change: Partial<OperationStep> = {}): OperationStep {
  return {
    ordinal: 0,
    code: "member.stop",
    hostId: "h3",
    hostName: "db3",
    title: message("step.waiting"),
    preview: [],
    isReversible: true,
    state: "running",
    detail: null,
    attempt: 1,
    startedAt: "2026-11-22T04:59:59.000Z",
    finishedAt: null,
    ...change,
  };
}

test.each([
  ["while it is stopped", stepOf()],
  ["moments after it was stopped", stepOf({ state: "done", finishedAt: "2026-11-22T04:59:58.000Z" })],
])("a member that leaves its group %s as an operation ordered did not fail", (_when, step) => {
  const [told] = tellOrderedStops([offline()], [{ steps: [step] }], nowMs);
  expect(told).toMatchObject({ tone: "ok", kind: "member_state_changed" });
  expect(told && formatMessage(told.message, "en")).toBe(
    "db3 is now OFFLINE, as an operation ordered; it was ONLINE.",
  );
  expect(told && formatMessage(told.message, "zh")).toBe("db3 已按操作停止，现在是 OFFLINE，之前是 ONLINE。");
  const left = offline({
    kind: "member_left",
    message: message("event.member_left", { member: "db3" }),
    detail: {},
  });
  const silent = offline({
    kind: "database_lost",
    message: message("event.database_lost", { host: "db3" }),
    detail: {},
  });
  const [gone, quiet] = tellOrderedStops([left, silent], [{ steps: [step] }], nowMs);
  expect(gone).toMatchObject({ tone: "ok", message: { code: "event.member_left_ordered" } });
  expect(quiet).toMatchObject({ tone: "warning", message: { code: "event.database_lost_ordered" } });
});

test("an address that leaves the host whose member an operation stops was let go as it was meant", () => {
  const reason = message("reason.database_down");
  const released = offline({
    kind: "vip_released",
    tone: "warning",
    message: message("event.vip_released", { host: "db3", address: "10.77.0.100" }),
    detail: { reason },
  });
  const restart = stepOf({ code: "restart.member" });
  const [told] = tellOrderedStops([released], [{ steps: [restart] }], nowMs);
  expect(told).toEqual({ ...released, tone: "ok" });
  expect(tellOrderedStops([released], [{ steps: [stepOf({ hostId: "h2" })] }], nowMs)).toEqual([released]);
  expect([isDeparture(released), isDeparture({ ...released, tone: "ok" })]).toEqual([true, false]);
});

test("a server that an operation restarts is told to be so, while it answers nobody", () => {
  const params = { host: "db3" };
  const silent = offline({
    kind: "database_lost",
    message: message("event.database_lost", params),
    detail: {},
  });
  const [told] = tellOrderedStops([silent], [{ steps: [stepOf({ code: "restart.member" })] }], nowMs);
  expect(told).toMatchObject({ tone: "warning", message: { code: "event.database_lost_restart", params } });
});

test.each([
  ["another host's member was stopped", offline(), [stepOf({ hostId: "h2" })]],
  ["the stop is long over", offline(), [stepOf({ finishedAt: "2026-11-22T04:59:00.000Z" })]],
  ["the stop has not begun", offline(), [stepOf({ startedAt: null })]],
  [
    "it was restarted, and is ONLINE again",
    offline(),
    [stepOf({ code: "restart.member", state: "done", finishedAt: "2026-11-22T04:59:58.000Z" })],
  ],
  ["it was only to be started", offline(), [stepOf({ code: "member.start" })]],
  ["it is in ERROR", offline({ detail: { state: "ERROR" } }), [stepOf()]],
  ["nothing is known of its host", offline({ hostId: null }), [stepOf({ hostId: null })]],
])("where %s it is told as it was seen", (_what, event, steps) => {
  expect(tellOrderedStops([event], [{ steps }], nowMs)).toEqual([event]);
});
