import { isRefusal } from "@primacy/contract";
import { type SwitchoverInput, type SwitchoverParty, switchoverStatement } from "@primacy/core/switchover";
import { systemActor } from "@primacy/db";
import { type DatabaseName, isLongRun, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { describe as told } from "../../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../../testing/shared-cluster";
import { orderSwitchover } from "./order-switchover";

let lab: SharedCluster;
let clusterId = "";
let servers: Record<DatabaseName, SwitchoverParty>;
const { signal } = new AbortController();

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
  servers = { db1: await partyOn("db1"), db2: await partyOn("db2"), db3: await partyOn("db3") };
});
afterAll(() => lab?.giveBack());
beforeEach(() => lab.lab.resetGroup());

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

/** As soon as all servers agree on one. */
async function primaryName(): Promise<string> {
  const find = async (): Promise<string | undefined> => (await lab.lab.findPrimary())?.name;
  return waitFor("a primary", find, { timeoutMs: 60_000 });
}

describe("an order to the group", () => {
  test("is refused in the group's words, and who serves is named", async () => {
    const nobody = input({ serverUuid: "00000000-0000-4000-8000-000000000000" });
    await expect(orderSwitchover(lab.worker, nobody, signal)).rejects.toMatchObject({
      code: "switchover_refused",
      message: expect.stringContaining("db1 is still the primary"),
    });
    expect(await primaryName()).toBe("db1");
  });

  if (isLongRun)
    test("waits for an open transaction no longer than it is told, and then ends it", async () => {
      const held = await holdOpen();
      try {
        await orderSwitchover(lab.worker, input(), signal, { waitSeconds: 2 });
        expect(await primaryName()).toBe("db2");
        await expect(held.commit()).rejects.toThrow();
      } finally {
        await held.end();
      }
    });

  test("is carried out by the next attempt, and repeating it changes nothing", async () => {
    await expect(orderSwitchover(lab.worker, input(), signal)).resolves.toBe("ordered");
    expect(await primaryName()).toBe("db2");
    // No time can be counted from an order that nobody had to give.
    await expect(orderSwitchover(lab.worker, input(), signal)).resolves.toBe("already");
    expect(await primaryName()).toBe("db2");
  });

  if (isLongRun)
    test("is kept back where somebody cancelled before it was given", async () => {
      const options = { waitSeconds: 0, mayOrder: () => false };
      await expect(orderSwitchover(lab.worker, input(), signal, options)).resolves.toBe("kept-back");
      expect(await primaryName()).toBe("db1");
    });

  if (isLongRun)
    test("that is under way goes on by itself: a worker that asks again waits for what comes of it", async () => {
      const held = await holdOpen();
      try {
        const first = orderSwitchover(lab.worker, input(), signal, { waitSeconds: 4 });
        await awaitOrder("db2");
        // No time can be counted from an order that another gave.
        await expect(orderSwitchover(lab.worker, input(), signal, { waitSeconds: 4 })).resolves.toBe(
          "belated",
        );
        await expect(first).resolves.toBe("ordered");
        expect(await primaryName()).toBe("db2");
      } finally {
        await held.end();
      }
    });

  if (isLongRun)
    test("that is under way is not disowned by a worker that asks again and is cancelled while it waits", async () => {
      const held = await holdOpen();
      try {
        const first = orderSwitchover(lab.worker, input(), signal, { waitSeconds: 6 });
        await awaitOrder("db2");
        let asked = 0;
        const mayOrder = (): boolean => {
          asked += 1;
          return asked <= 2;
        };
        const options = { waitSeconds: 6, mayOrder };
        await expect(orderSwitchover(lab.worker, input(), signal, options)).resolves.toBe("already");
        expect(asked).toBeGreaterThan(2);
        await expect(first).resolves.toBe("ordered");
      } finally {
        await held.end();
      }
    });

  if (isLongRun)
    test("while the group moves its primary elsewhere is given as soon as that is done", async () => {
      const held = await holdOpen();
      try {
        const { serverUuid } = servers.db3;
        const other = runRootSql(lab.lab.host("db3"), switchoverStatement(serverUuid, 6));
        other.catch(() => undefined);
        await awaitOrder("db3");
        await expect(orderSwitchover(lab.worker, input(), signal)).resolves.toBe("belated");
        await other;
        expect(await primaryName()).toBe("db2");
      } finally {
        await held.end();
      }
    });
});

if (isLongRun)
  describe("a switchover that is cancelled", () => {
    test("while the group carries the order out has moved, is proved, and says so", async () => {
      await lab.applyVip(clusterId);
      const held = await holdOpen();
      try {
        const { memberId } = servers.db2;
        const asked = await lab.request("switchover", clusterId, { memberId });
        if (isRefusal(asked)) throw new Error(asked.message.text);
        await awaitOrder("db2");
        await lab.opened.database.transact(systemActor("test"), (unit) =>
          unit.operations.requestCancel(asked.id),
        );
        const operation = await lab.ended(asked.id);
        expect(told(operation)).toMatchObject({ state: "succeeded" });
        expect(operation.result).toMatchObject({ heldAfterMs: expect.any(Number) });
        expect(await primaryName()).toBe("db2");
        expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db2"]);
      } finally {
        await held.end();
      }
    });
  });

/** A transaction on db1 for which an order has to wait; the end closes it and takes back what it was for. */
async function holdOpen(): Promise<{ commit(): Promise<unknown>; end(): Promise<void> }> {
  const holding = await lab.lab.mysql("db1");
  holding.on("error", () => undefined);
  await holding.query("DROP DATABASE IF EXISTS held");
  await holding.query("CREATE DATABASE held");
  await holding.query("CREATE TABLE held.t (id INT PRIMARY KEY)");
  await holding.query("START TRANSACTION");
  await holding.query("INSERT INTO held.t VALUES (1)");
  return {
    commit: () => holding.query("COMMIT"),
    async end() {
      holding.destroy();
      const primary = await lab.lab.findPrimary();
      if (primary !== null) await runRootSql(primary, "DROP DATABASE held");
    },
  };
}

/** Resolves while the target carries the order out. */
async function awaitOrder(target: DatabaseName): Promise<void> {
  const sql =
    "SELECT COUNT(*) FROM performance_schema.processlist" +
    " WHERE INFO LIKE 'SELECT group_replication_set_as_primary(%'";
  await waitFor(
    "the group to carry the order out",
    async () => {
      const [row] = await runRootSql(lab.lab.host(target), sql);
      return row?.[0] === "1" || undefined;
    },
    { timeoutMs: 60_000 },
  );
}
