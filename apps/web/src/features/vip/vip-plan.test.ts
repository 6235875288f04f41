import { expect, test } from "vitest";
import { knownCluster, knownVip } from "../operation/preview-plan.fixture";
import { planVip } from "./vip-plan";

test("a removal says what happens on each host, what clients lose, and the statement that is run", () => {
  const plan = planVip(knownVip, { kind: "remove" }, knownCluster, [knownVip]);
  expect(plan.steps.flatMap((step) => step.hostName ?? [])).toEqual(["db2", "db10"]);
  expect(plan.consequences.map((one) => one.code)).toEqual([
    "consequence.vip_gone",
    "consequence.schema_dropped",
  ]);
  expect(plan.steps.flatMap((step) => step.preview.map((one) => one.kind))).toContain("sql");
  expect(plan.steps.flatMap((step) => step.preview)).not.toContainEqual(
    expect.objectContaining({ kind: "document" }),
  );
});

test("disabling says what happens on each host, and that it ends when nobody holds the address", () => {
  const plan = planVip(knownVip, { kind: "change", change: { enabled: false } }, knownCluster, [knownVip]);
  expect(plan.steps.flatMap((step) => step.hostName ?? [])).toEqual(["db2", "db10"]);
  expect(plan.steps.at(-1)?.code).toBe("vip.await_released");
  expect(plan.consequences.map((one) => one.code)).toEqual(["consequence.vip_gone"]);
});

test("a change of a disabled VIP costs clients nothing", () => {
  const off = { ...knownVip, enabled: false };
  const plan = planVip(off, { kind: "change", change: { port: 3307 } }, knownCluster, [off]);
  expect(plan.consequences).toEqual([]);
});

test("a pause says where the address stays, what is told to each host, and what clients lose if its host fails", () => {
  const [hostId = ""] = Object.keys(knownVip.nics);
  const pause = { hostId, since: "2026-11-22T05:00:00.000Z" };
  const plan = planVip(knownVip, { kind: "pause", pause }, knownCluster, [knownVip]);
  expect(plan.steps.flatMap((step) => step.hostName ?? [])).toEqual(["db2", "db10"]);
  expect(plan.consequences.map((one) => one.code)).toEqual(["consequence.vip_paused"]);
  const paused = { ...knownVip, paused: pause };
  const end = planVip(paused, { kind: "unpause" }, knownCluster, [paused]);
  expect(end.steps.map((step) => step.title.code)).toEqual([
    "step.vip.unpause",
    "step.document.follow",
    "step.document.follow",
  ]);
});

test("a new binding by the plugin says the statement, what breaks, and that it is proved", () => {
  const vip = { ...knownVip, provider: "greatdb_ha" as const };
  const plan = planVip(vip, { kind: "rebind" }, knownCluster, [vip]);
  expect(plan.steps.map(({ code }) => code)).toEqual(["plugin.rebind", "plugin.await_one", "vip.verify"]);
  expect(plan.steps[0]?.preview.map(({ text }) => text)).toEqual([
    "SET GLOBAL greatdb_ha_force_change_mgr_vip = ON",
  ]);
  expect(plan.consequences.map(({ code }) => code)).toEqual(["consequence.plugin_rebound"]);
});
