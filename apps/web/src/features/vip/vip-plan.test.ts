import type { Cluster, Vip } from "@primacy/contract";
import { expect, test } from "vitest";
import { planVip } from "./vip-plan";

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

const cluster: Pick<Cluster, "id" | "name" | "epoch" | "members"> = {
  id: id(9),
  name: "main",
  epoch: 4,
  members: [2, 1].map((n) => ({
    id: id(n),
    clusterId: id(9),
    serverUuid: id(n),
    address: `10.77.0.1${n}`,
    port: 3306,
    hostId: id(n),
    hostName: `db${n}`,
  })),
};

const vip: Vip = {
  id: id(8),
  clusterId: id(9),
  provider: "agent",
  kind: "write",
  address: "10.77.0.100",
  prefixLength: 24,
  port: 3306,
  nics: { [id(1)]: "eth0", [id(2)]: "eth0" },
  enabled: true,
  revision: 1,
  createdAt: "",
  updatedAt: "",
};

test("a removal says what happens on each host, what clients lose, and the statement that is run", () => {
  const plan = planVip(vip, { kind: "remove" }, cluster, [vip]);
  expect(plan.steps.flatMap((step) => step.hostName ?? [])).toEqual(["db1", "db2"]);
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
  const plan = planVip(vip, { kind: "change", change: { enabled: false } }, cluster, [vip]);
  expect(plan.steps.flatMap((step) => step.hostName ?? [])).toEqual(["db1", "db2"]);
  expect(plan.steps.at(-1)?.code).toBe("vip.await_released");
  expect(plan.consequences.map((one) => one.code)).toEqual(["consequence.vip_gone"]);
});

test("a change of a disabled VIP costs clients nothing", () => {
  const off = { ...vip, enabled: false };
  const plan = planVip(off, { kind: "change", change: { port: 3307 } }, cluster, [off]);
  expect(plan.consequences).toEqual([]);
});
