import { isRefusal, type Topology } from "@primacy/contract";
import { type DatabaseName, type SecondGroup, secondPorts, startSecondGroup, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let lab: SharedCluster;
let group: SecondGroup;
let [first, second] = ["", ""];
/** The VIP of the second cluster; that of the first is the lab's. */
let address = "";

beforeAll(async () => {
  lab = await shareCluster();
  address = lab.vipAddress.replace(/\d+$/, "101");
  first = lab.clusterId;
  await lab.applyVip(first);
  group = await startSecondGroup(lab.lab);
});
afterAll(async () => {
  await group?.remove();
  await lab?.giveBack();
});

const holdersOf = (vip: string): Promise<readonly string[]> => lab.lab.observe.addressHolders(vip);
const isWellOn =
  (host: DatabaseName) =>
  ({ tone, vips }: Topology): boolean =>
    tone === "ok" &&
    vips[0]?.kernelHostIds.join() === lab.hostNamed(host).id &&
    // Told by the agents of this cluster, not by whatever else is seen of it.
    vips[0].agents.length === 3 &&
    vips[0].agents.some(({ hostId, state }) => hostId === lab.hostNamed(host).id && state === "HOLDING") &&
    vips[0].wireVerdict?.isRightful === true;

async function listClusters(host: DatabaseName): Promise<readonly string[]> {
  const agent = lab.agentOf(lab.hostNamed(host));
  const { clusters } = await agent.call("hello", undefined, { signal: AbortSignal.timeout(5_000) });
  return (clusters ?? []).map(({ clusterId }) => clusterId).sort();
}

/** Does something to the second cluster, and proves that the first one's address stood still meanwhile. */
async function besideTheFirst(act: () => Promise<void>): Promise<void> {
  const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
  const writer = await lab.lab.client.writes({ address: lab.vipAddress, intervalMs: 20 });
  await act();
  await lab.proveWrite();
  await writer.stop();
  await watch.stop();
  expect(watch.intervals.map(({ host, toMs }) => [host, toMs])).toEqual([["db1", null]]);
  expect(writer.listCut()).toEqual([]);
  expect(await lab.lab.client.findLostWrites(writer)).toEqual([]);
}

describe("hosts that run the servers of two clusters", () => {
  test("the second group is registered from its own port, with the agents that are there", async () => {
    const { user, password } = lab.lab.credentials.admin;
    const seed = { address: lab.lab.host("db1").address, port: secondPorts.mysql };
    const input = { ...seed, user, name: "second", keepCredentials: false };
    const registered = await lab.perform("cluster.register", null, input, { password });
    expect(told(registered)).toMatchObject({ state: "succeeded" });
    second = String(registered.result?.clusterId);
    const picture = await lab.awaitTopology(second, "the second group", (one) => one.tone === "ok", 30_000);
    expect(picture.hosts.map(({ hostId }) => hostId).sort()).toEqual(lab.hosts.map(({ id }) => id).sort());
    const [host] = await lab.opened.database.hosts.listByCluster(second);
    expect([...(host?.clusterIds ?? [])].sort()).toEqual([first, second].sort());
  });

  test("each has its VIP where its own primary is, and the agent tells of both", async () => {
    await besideTheFirst(async () => {
      const request = { address, prefixLength: 24, port: secondPorts.mysql };
      expect(told(await lab.perform("vip.apply", second, request))).toMatchObject({ state: "succeeded" });
    });
    expect(await holdersOf(address)).toEqual(["db1"]);
    await lab.awaitTopology(second, "the second VIP on db1", isWellOn("db1"), 30_000);
    await lab.awaitTopology(first, "the first VIP on db1", isWellOn("db1"), 30_000);
    expect(await listClusters("db1")).toEqual([first, second].sort());
    const { stdout } = await lab.lab.host("db1").exec(["primacy-agent", "status"]);
    for (const words of [first, second, lab.vipAddress, address]) expect(stdout).toContain(words);
    expect((await lab.lab.host("db1").exec(["primacy-agent", "why"])).stdout).toContain(address);
  });

  test("an address that the other cluster has is refused", async () => {
    const request = { address: lab.vipAddress, prefixLength: 24, port: secondPorts.mysql };
    const asked = await lab.request("vip.apply", second, request);
    if (isRefusal(asked)) throw new Error(asked.message.text);
    const ended = told(await lab.ended(asked.id));
    expect(ended).toMatchObject({ state: "failed" });
    expect(JSON.stringify(ended)).toContain(lab.vipAddress);
    expect(await holdersOf(lab.vipAddress)).toEqual(["db1"]);
  });

  test("the address of each follows its own primary, and the other stands still", async () => {
    await besideTheFirst(async () => {
      await group.switchTo("db2");
      await lab.awaitTopology(second, "the second VIP on db2", isWellOn("db2"), 30_000);
    });
    expect(await holdersOf(address)).toEqual(["db2"]);
    await besideTheFirst(async () => {
      await group.kill("db2");
      await waitFor(
        "the second VIP elsewhere",
        async () => {
          const holders = await holdersOf(address);
          return holders.length === 1 && holders[0] !== "db2" ? true : undefined;
        },
        { timeoutMs: 60_000 },
      );
    });
    expect(await holdersOf(address)).toEqual([await group.getPrimary()]);
  });

  test("an agent that is started again takes up both", async () => {
    await group.switchTo("db1");
    await lab.awaitTopology(
      second,
      "both on db1",
      (one) => one.vips[0]?.kernelHostIds.join() === lab.hostNamed("db1").id,
      30_000,
    );
    await lab.lab.fault.killAgent("db1", { restart: true });
    for (const vip of [lab.vipAddress, address])
      await waitFor(
        `${vip} on db1 again`,
        async () => ((await holdersOf(vip)).join() === "db1" ? true : undefined),
        { timeoutMs: 60_000 },
      );
    expect(await listClusters("db1")).toEqual([first, second].sort());
    await lab.proveWrite();
  });

  test("the agent of a host stays while it serves one of them, and each reason is told", async () => {
    const refused = await lab.run("agent.remove", lab.hostNamed("db1")).catch((error: unknown) => error);
    expect(JSON.stringify(refused instanceof Error ? refused.message : refused)).toMatch(
      /main.*second|second.*main/,
    );
  });

  test("a cluster that is removed leaves the other one alone", async () => {
    await besideTheFirst(async () => {
      await lab.removeVips(second);
      const removed = await lab.perform("cluster.remove", second, {});
      expect(told(removed)).toMatchObject({ state: "succeeded" });
    });
    expect(await holdersOf(address)).toEqual([]);
    for (const host of ["db1", "db2", "db3"] as const) expect(await listClusters(host)).toEqual([first]);
  });
});
