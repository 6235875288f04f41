import { expect, test } from "vitest";
import { knownCluster, knownVip } from "../operation/preview-plan.fixture";
import { planRemoval } from "./removal-plan";

test("the end of a cluster with a VIP says what clients lose, what happens on each host, and what is dropped", () => {
  const { steps, consequences } = planRemoval(knownCluster, [knownVip]);
  expect(consequences.map((one) => one.code)).toEqual([
    "consequence.vip_gone",
    "consequence.schema_dropped",
    "consequence.cluster_removed",
  ]);
  const forgetting = steps.filter((step) => step.code === "agent.forget");
  expect(forgetting.map((step) => step.hostName)).toEqual(["db2", "db10"]);
  expect(steps.map((step) => step.code).slice(-2)).toEqual(["account.drop", "cluster.forget"]);
});

test("statements that depend on what only the worker knows are not shown", () => {
  const { steps } = planRemoval(knownCluster, [knownVip]);
  const shown = steps.filter((step) => step.preview.length > 0);
  expect(shown.map((step) => step.code)).toEqual(["schema.drop"]);
  expect(shown.flatMap((step) => step.preview.map((one) => one.kind))).toEqual(["sql", "sql"]);
});

test("without a VIP clients lose nothing", () => {
  const { consequences } = planRemoval(knownCluster, []);
  expect(consequences.map((one) => one.code)).toEqual(["consequence.cluster_removed"]);
});
