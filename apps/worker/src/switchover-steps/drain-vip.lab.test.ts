import { type Drain, isRefusal, type Operation, type OperationStep, type Vip } from "@primacy/contract";
import { agentNftTable } from "@primacy/contract/agent";
import { systemActor } from "@primacy/db";
import { isLongRun, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endConnections, knock as knockAt } from "../testing/address-clients";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let lab: SharedCluster;
let clusterId = "";
let vip: Vip;
const { signal } = new AbortController();

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
  vip = await lab.applyVip(clusterId);
});
afterAll(() => lab?.giveBack());
beforeEach(async () => {
  await lab.lab.resetGroup();
  await awaitWrites();
});

/** As soon as all servers agree on one. */
async function primaryName(): Promise<string> {
  const find = async (): Promise<string | undefined> => (await lab.lab.findPrimary())?.name;
  return waitFor("a primary", find, { timeoutMs: 60_000 });
}

const knock = (): Promise<string> => knockAt(lab.vipAddress, vip.port);

/** The client that keeps its connection to the address gets writes acknowledged from now on. */
async function awaitWrites(): Promise<void> {
  const before = lab.standing.ackedCount;
  await waitFor("writes through the address", () => lab.standing.ackedCount > before + 1 || undefined, {
    timeoutMs: 60_000,
  });
}

async function askToDrain(drain: Drain): Promise<string> {
  const cluster = await lab.opened.database.clusters.get(clusterId);
  const member = cluster.members.find((one) => one.hostId === lab.hostNamed("db2").id);
  if (member === undefined) throw new Error("no member on db2");
  const asked = await lab.request("switchover", clusterId, { memberId: member.id, drain });
  if (isRefusal(asked)) throw new Error(asked.message.text);
  return asked.id;
}

/** Resolves when new clients are refused and the operation says how many connections are open. */
async function awaitDraining(id: string): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const { steps } = await lab.opened.database.operations.get(id);
    return steps.some(isCounting) || undefined;
  };
  await waitFor("the drain", look, { timeoutMs: 60_000 });
}

function isCounting({ code, detail }: OperationStep): boolean {
  return code === "switchover.drain" && Number(detail?.params?.open ?? 0) > 0;
}

async function expectNothingMoved(operation: Operation, state: string): Promise<void> {
  expect(told(operation)).toMatchObject({ state });
  expect(operation.result).toBeNull();
  expect(await knock()).toBe("open");
  expect(await primaryName()).toBe("db1");
  expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db1"]);
  await awaitWrites();
}

describe("a switchover that drains first", () => {
  test("keeps new clients out, lets the open one work, and goes on when that has ended", async () => {
    const id = await askToDrain({ waitSeconds: 120, atLimit: "stay" });
    await awaitDraining(id);
    expect(await knock()).toBe("ECONNREFUSED");
    await awaitWrites();
    await lab.awaitTopology(
      clusterId,
      "the picture says so",
      (one) =>
        one.summary.code === "topology.summary_draining" &&
        one.vips.some(({ draining }) => (draining?.connections ?? 0) > 0),
    );
    expect(await primaryName()).toBe("db1");
    await endConnections(lab.lab);
    const operation = await lab.ended(id);
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(operation.result).toMatchObject({
      drain: { before: expect.any(Number), left: 0 },
      heldAfterMs: expect.any(Number),
    });
    expect(await primaryName()).toBe("db2");
    expect(await knock()).toBe("open");
    await awaitWrites();
    // The host that was drained takes it back, with new clients and all.
    await lab.lab.resetGroup();
    await awaitWrites();
    expect(await knock()).toBe("open");
  });

  test("ends what is still open at its limit, where that is asked for", async () => {
    const operation = await lab.ended(await askToDrain({ waitSeconds: 2, atLimit: "switch" }));
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(operation.result).toMatchObject({ drain: { left: 1 } });
    expect(await primaryName()).toBe("db2");
    await awaitWrites();
  });

  if (isLongRun)
    test("changes nothing where something is still open at its limit, and lets new clients in again", async () => {
      const operation = await lab.ended(await askToDrain({ waitSeconds: 2, atLimit: "stay" }));
      expect(operation.problem?.code).toBe("drain_open");
      await expectNothingMoved(operation, "failed");
    });

  if (isLongRun)
    test("that is cancelled lets new clients in again", async () => {
      const id = await askToDrain({ waitSeconds: 120, atLimit: "switch" });
      await awaitDraining(id);
      expect(await knock()).toBe("ECONNREFUSED");
      await lab.opened.database.transact(systemActor("test"), (unit) => unit.operations.requestCancel(id));
      await expectNothingMoved(await lab.ended(id), "cancelled");
    });

  if (isLongRun)
    test("whose host loses its server ends there: another host takes the address, and lets everybody in", async () => {
      const id = await askToDrain({ waitSeconds: 120, atLimit: "stay" });
      await awaitDraining(id);
      expect(await knock()).toBe("ECONNREFUSED");
      const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
      await lab.lab.fault.killMysql("db1", { restart: false });
      const operation = await lab.ended(id);
      expect(told(operation)).toMatchObject({ state: "failed" });
      expect(operation).toMatchObject({ result: null, problem: { code: "drain_not_held" } });
      const isElsewhere = (): true | undefined =>
        (watch.holders.length === 1 && watch.holders[0] !== "db1") || undefined;
      await waitFor("another host to hold the address", isElsewhere, { timeoutMs: 60_000 });
      await waitFor("new clients to be let in", async () => ((await knock()) === "open" ? true : undefined), {
        timeoutMs: 60_000,
      });
      await awaitWrites();
      await watch.stop();
      expect(watch.overlaps).toEqual([]);
      expect(watch.holders).toEqual([await primaryName()]);
    });

  if (isLongRun)
    test("of which nobody speaks any more ends by itself, on the host alone", async () => {
      const agent = lab.agentOf(lab.hostNamed("db1"));
      const drained = await agent.call("drain", { vipId: vip.id, forMs: 3_000 }, { signal });
      expect(drained).toMatchObject({ state: "draining", connections: expect.any(Number) });
      expect(await knock()).toBe("ECONNREFUSED");
      await waitFor("new clients to be let in", async () => ((await knock()) === "open" ? true : undefined), {
        timeoutMs: 60_000,
      });
      const asked = await agent.call("drain", { vipId: vip.id, forMs: null }, { signal });
      expect(asked).toMatchObject({ state: "open" });
      const other = lab.agentOf(lab.hostNamed("db2"));
      expect(await other.call("drain", { vipId: vip.id, forMs: 3_000 }, { signal })).toMatchObject({
        state: "not_held",
      });
    });
});

if (isLongRun)
  describe("connections that are left alone at a release", () => {
    test("have no gate before the address, also where one stood there, and can be drained all the same", async () => {
      const gate = async (): Promise<string> => {
        const { stdout } = await lab.lab
          .host("db1")
          .exec(["nft", "list", "table", ...agentNftTable.split(" ")]);
        return stdout;
      };
      expect(await gate()).toContain(`${lab.vipAddress} . ${vip.port} timeout`);
      const change = async (onRelease: "cut" | "leave"): Promise<void> => {
        const changed = await lab.perform("vip.change", clusterId, { vipId: vip.id, change: { onRelease } });
        expect(told(changed)).toMatchObject({ state: "succeeded" });
      };
      await change("leave");
      await waitFor(
        "the gate to go",
        async () => ((await gate()).includes(lab.vipAddress) ? undefined : true),
        {
          timeoutMs: 60_000,
        },
      );
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db1"]);
      await awaitWrites();
      const operation = await lab.ended(await askToDrain({ waitSeconds: 2, atLimit: "stay" }));
      expect(operation.problem?.code).toBe("drain_open");
      await expectNothingMoved(operation, "failed");
      await change("cut");
      await waitFor(
        "the gate to be back",
        async () => ((await gate()).includes(lab.vipAddress) ? true : undefined),
        {
          timeoutMs: 60_000,
        },
      );
      expect(await knock()).toBe("open");
    });
  });
