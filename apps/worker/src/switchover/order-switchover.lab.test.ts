import type { SwitchoverInput, SwitchoverParty } from "@primacy/core/switchover";
import { type DatabaseName, runRootSql } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LabCluster, startLabCluster } from "../testing/lab-cluster";
import { orderSwitchover } from "./order-switchover";

let lab: LabCluster;
let clusterId = "";
let servers: Record<"db1" | "db2", SwitchoverParty>;
const { signal } = new AbortController();

beforeAll(async () => {
  lab = await startLabCluster();
  clusterId = await lab.register();
  servers = { db1: await partyOn("db1"), db2: await partyOn("db2") };
}, 600_000);
afterAll(() => lab?.close(), 300_000);
beforeEach(() => lab.lab.resetGroup(), 120_000);

async function partyOn(name: DatabaseName): Promise<SwitchoverParty> {
  const cluster = await lab.opened.database.clusters.get(clusterId);
  const member = cluster.members.find((one) => one.hostId === lab.hostNamed(name).id);
  if (member === undefined) throw new Error(`no member on ${name}`);
  const { id: memberId, serverUuid, address, port, hostId } = member;
  return { memberId, serverUuid, address, port, hostId, name };
}

function input(change: Partial<SwitchoverParty> = {}): SwitchoverInput {
  return { clusterId, from: servers.db1, to: { ...servers.db2, ...change } };
}

async function primaryName(): Promise<string | undefined> {
  return (await lab.lab.findPrimary())?.name;
}

describe("an order to the group", () => {
  test("is refused in the group's words, and who serves is named", async () => {
    const nobody = input({ serverUuid: "00000000-0000-4000-8000-000000000000" });
    await expect(orderSwitchover(lab.worker, nobody, signal)).rejects.toMatchObject({
      code: "switchover_refused",
      message: expect.stringContaining("db1 still serves"),
    });
    expect(await primaryName()).toBe("db1");
  });

  test("waits for an open transaction no longer than it is told, and then ends it", async () => {
    const holding = await lab.lab.mysql("db1");
    holding.on("error", () => undefined);
    try {
      await holding.query("DROP DATABASE IF EXISTS held");
      await holding.query("CREATE DATABASE held");
      await holding.query("CREATE TABLE held.t (id INT PRIMARY KEY)");
      await holding.query("START TRANSACTION");
      await holding.query("INSERT INTO held.t VALUES (1)");
      await orderSwitchover(lab.worker, input(), signal, 2);
      expect(await primaryName()).toBe("db2");
      await expect(holding.query("COMMIT")).rejects.toThrow();
    } finally {
      holding.destroy();
    }
    await runRootSql(lab.lab.host("db2"), "DROP DATABASE held");
  });

  test("is carried out by the next attempt, and repeating it changes nothing", async () => {
    await expect(orderSwitchover(lab.worker, input(), signal)).resolves.toBe(true);
    expect(await primaryName()).toBe("db2");
    // No time can be counted from an order that nobody had to give.
    await expect(orderSwitchover(lab.worker, input(), signal)).resolves.toBe(false);
    expect(await primaryName()).toBe("db2");
  });
});
