import type { HostCondition, Topology } from "@primacy/contract";
import { waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";

let lab: LabCluster;
let clusterId = "";

beforeAll(async () => {
  lab = await startLabCluster();
  clusterId = await lab.register();
  const request = { address: lab.vipAddress, prefixLength: 24 };
  expect(told(await lab.perform("vip.apply", clusterId, request))).toMatchObject({ state: "succeeded" });
}, 600_000);
afterAll(() => lab?.close(), 300_000);
afterEach(async () => {
  await lab.lab.resetGroup();
  await lab.awaitTopology(clusterId, "all well again", (one) => one.tone === "ok", 60_000);
}, 180_000);

function conditionOf(topology: Topology, name: string): HostCondition | undefined {
  return topology.hosts.find((host) => host.name.startsWith(`${name}-`))?.condition;
}

function vipCode(topology: Topology): string | undefined {
  return topology.vips[0]?.summary.code;
}

async function eventKinds(): Promise<readonly string[]> {
  const { items } = await lab.opened.database.events.list(clusterId, null, { after: null, limit: 100 });
  return items.map((event) => event.kind);
}

describe("the live picture of real hosts", () => {
  test("a dead database, a dead agent and a dead host look different, and come back", async () => {
    await lab.lab.fault.killMysql("db3", { restart: false });
    const dead = await lab.awaitTopology(
      clusterId,
      "db3's database is dead",
      (one) => conditionOf(one, "db3") === "database_dead",
    );
    expect(vipCode(dead)).toBe("topology.vip_ok");
    await lab.lab.resetGroup();
    await lab.awaitTopology(clusterId, "db3 is well", (one) => conditionOf(one, "db3") === "ok", 60_000);

    await lab.lab.host("db3").exec(["service", "primacy-agent", "stop"]);
    await lab.awaitTopology(
      clusterId,
      "db3's agent is dead",
      (one) => conditionOf(one, "db3") === "agent_dead",
    );
    const seen = await lab.awaitTopology(clusterId, "db3's member is seen all the same", (one) =>
      one.hosts.some(
        (host) =>
          host.name.startsWith("db3-") && host.members[0]?.state === "ONLINE" && !host.members[0].isStale,
      ),
    );
    expect(seen.hasMajority).toBe(true);
    await lab.lab.host("db3").exec(["service", "primacy-agent", "start"]);
    await lab.awaitTopology(
      clusterId,
      "db3's agent is back",
      (one) => conditionOf(one, "db3") === "ok",
      60_000,
    );

    await lab.lab.fault.powerOff("db3");
    await lab.awaitTopology(
      clusterId,
      "db3 is dead",
      (one) => conditionOf(one, "db3") === "host_dead",
      30_000,
    );
    expect(await eventKinds()).toEqual(
      expect.arrayContaining(["database_lost", "database_back", "agent_lost", "agent_back", "host_lost"]),
    );
  });

  test("a crashed primary is seen, and the VIP is drawn where it really is afterwards", async () => {
    await lab.lab.fault.killMysql("db1", { restart: false });
    await lab.awaitTopology(
      clusterId,
      "nobody holds the VIP",
      (one) => vipCode(one) === "topology.vip_nobody",
    );
    const moved = await lab.awaitTopology(
      clusterId,
      "the VIP is held elsewhere",
      (one) =>
        vipCode(one) === "topology.vip_ok" && one.vips[0]?.kernelHostIds[0] !== lab.hostNamed("db1").id,
      40_000,
    );
    const holder = moved.hosts.find((host) => host.hostId === moved.vips[0]?.kernelHostIds[0]);
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([holder?.name.slice(0, 3)]);
  });

  test("a stranger that answers for the address is named by its Ethernet address", async () => {
    const app = lab.lab.host("app1");
    await app.exec(["ip", "address", "add", `${lab.vipAddress}/32`, "dev", "eth0"]);
    try {
      const seen = await lab.awaitTopology(
        clusterId,
        "the stranger",
        (one) => vipCode(one) === "topology.vip_stranger",
      );
      expect(seen.vips[0]?.wire).toContainEqual({ mac: app.mac, hostId: null });
      expect(seen.tone).toBe("failed");
    } finally {
      await app.exec(["ip", "address", "del", `${lab.vipAddress}/32`, "dev", "eth0"]);
    }
  });

  test("a switchover that nobody told the console of reaches the picture", async () => {
    const target = lab.lab.host("db2");
    const uuid = (await target.exec(["mysql", "-NBe", "SELECT @@server_uuid"])).stdout.trim();
    const delays: number[] = [];
    for (const to of ["db2", "db1"] as const) {
      const wanted =
        to === "db2"
          ? uuid
          : (await lab.lab.host("db1").exec(["mysql", "-NBe", "SELECT @@server_uuid"])).stdout.trim();
      await lab.lab.host(to).exec(["mysql", "-e", `SELECT group_replication_set_as_primary('${wanted}')`]);
      const orderedAt = performance.now();
      await waitFor(
        `${to} in the picture`,
        async () => {
          const picture = await lab.opened.database.topologies.find(clusterId);
          const host = picture?.topology.hosts.find((one) => one.name.startsWith(`${to}-`));
          return host?.members[0]?.memberId === picture?.topology.primaryMemberId ? true : undefined;
        },
        { timeoutMs: 20_000, intervalMs: 5 },
      );
      delays.push(performance.now() - orderedAt);
    }
    expect(delays).toHaveLength(2);
    if (process.env.PRIMACY_SHOW_DELAYS !== undefined) process.stderr.write(`${JSON.stringify(delays)}\n`);
  });
});
