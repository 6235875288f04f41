import { DrillDetail, type DrillVerdict, message } from "@primacy/contract";
import { expect, it } from "vitest";
import { judgeGate } from "./judge-gate";

const id = "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e";
const verdictOf = (kind: DrillVerdict["kind"]): DrillVerdict => ({
  kind,
  sentence: message("drill_found.none_lost", { acked: 1_204 }),
  notes: [],
});
const passed = DrillDetail.parse({
  id,
  seriesId: null,
  clusterId: id,
  clusterName: "orders",
  state: "ended",
  fault: { kind: "freeze_mysqld" },
  endpoints: [{ address: "10.0.0.100", port: 3306 }],
  objectiveMs: 30_000,
  target: { memberId: id, name: "db1" },
  other: null,
  observer: { hostId: id, name: "app1" },
  requestedBy: "the operator",
  startedAt: "2026-11-28T10:00:00.000Z",
  endedAt: "2026-11-28T10:02:00.000Z",
  heal: "healed",
  verdict: verdictOf("passed"),
  worstWriteGapMs: 6_200,
  lostWrites: 0,
  outcomes: null,
  findings: null,
});
const done = { kind: "drill", state: "succeeded" } as const;

it("gives the drill that passed on a cluster that is healed", () => {
  expect(judgeGate(passed, done)).toBe(passed);
});

it.each<[string, Partial<DrillDetail>, readonly string[]]>([
  ["did not pass", { verdict: verdictOf("failed") }, ["failed"]],
  ["proves nothing", { verdict: verdictOf("not_tested") }, ["not_tested"]],
  ["was broken off", { verdict: verdictOf("broken_off") }, ["broken_off"]],
  ["has no verdict", { verdict: null }, ["drill_no_verdict"]],
  ["passed on a cluster that is not healed", { heal: "unhealed" }, ["drill_unhealed"]],
  ["is as bad as can be", { heal: "unhealed", verdict: verdictOf("failed") }, ["drill_unhealed", "failed"]],
])("refuses one that %s, with every reason", (_, changes, codes) => {
  const told = judgeGate({ ...passed, ...changes }, done);
  expect(told).toMatchObject({ code: "drill_not_passed", errors: codes.map((code) => ({ code })) });
});

it("asks for patience until its operation has ended, whatever is known before", () => {
  const patience = { code: "drill_running", message: { params: { seconds: 5 } } };
  expect(judgeGate(null, { kind: "drill", state: "queued" })).toMatchObject(patience);
  expect(judgeGate(passed, { kind: "drill", state: "running" })).toMatchObject(patience);
  expect(judgeGate({ ...passed, state: "running", verdict: null }, null)).toMatchObject(patience);
});

it("does not wait for one whose operation has ended without a word of it", () => {
  const told = judgeGate({ ...passed, state: "running", heal: "pending", verdict: null }, done);
  expect(told).toMatchObject({ errors: [{ code: "drill_unhealed" }, { code: "drill_no_verdict" }] });
});

it("names the host of a proxy that was killed", () => {
  const proxy = { program: "haproxy", hostId: id, host: "px1" } as const;
  const told = judgeGate({ ...passed, heal: "unhealed", proxy }, done);
  expect(told).toMatchObject({ errors: [{ message: { params: { host: "px1" } } }] });
});

it("tells one that never began from one that nobody ordered", () => {
  const unbegun = { code: "drill_not_passed", errors: [{ code: "drill_not_begun" }] };
  expect(judgeGate(null, { kind: "drill", state: "failed" })).toMatchObject(unbegun);
  expect(judgeGate(null, null)).toMatchObject({ code: "not_found" });
  expect(judgeGate(null, { kind: "switchover", state: "succeeded" })).toMatchObject({ code: "not_found" });
});
