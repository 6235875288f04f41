import type { ClusterEvent, EventKind, Topology, WireVerdict } from "@primacy/contract";
import { type DatabaseName, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { awaitWireOwners } from "../testing/await-wire-owners";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let lab: SharedCluster;
let clusterId = "";

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
  await lab.applyVip(clusterId);
  await awaitOneOwner();
});
afterAll(() => lab?.giveBack());
afterEach(() => lab.proveWrite());

function wireOf(topology: Topology): WireVerdict | undefined {
  return topology.vips[0]?.wireVerdict;
}

function awaitOneOwner(): Promise<Topology> {
  const isRightful = (one: Topology): boolean => wireOf(one)?.isRightful === true;
  return lab.awaitTopology(clusterId, "one owner, by right", isRightful);
}

async function awaitEvent(kind: EventKind): Promise<ClusterEvent> {
  const look = async (): Promise<ClusterEvent | undefined> => {
    const { items } = await lab.opened.database.events.list(clusterId, null, { after: null, limit: 100 });
    return items.find((event) => event.kind === kind);
  };
  return waitFor(`an event ${kind}`, look, { timeoutMs: 60_000 });
}

/** For which of its own addresses a host answers ARP: 0 for all, 8 for none. */
async function setArpIgnore(name: DatabaseName, value: 0 | 8): Promise<void> {
  const settings = ["all", "eth0"].map((scope) => `net.ipv4.conf.${scope}.arp_ignore=${value}`);
  await lab.lab.host(name).exec(["sysctl", "-qw", ...settings]);
}

describe("who answers for the VIP of real hosts", () => {
  test("a holder that answers nobody is told as such with what to look at, counts for none, and its answer again is told (F16)", async () => {
    const { id, name } = lab.hostNamed("db1");
    const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
    try {
      await setArpIgnore("db1", 8);
      // Where an agent was slow to tell, a picture has nobody who answers and nobody who holds.
      const isSilent = (one: Topology): boolean =>
        wireOf(one)?.state === "none" && one.vips[0]?.kernelHostIds.join() === id;
      const silent = await lab.awaitTopology(clusterId, "nobody answers", isSilent);
      expect(silent.vips[0]).toMatchObject({
        kernelHostIds: [id],
        tone: "warning",
        summary: { code: "topology.vip_unanswered" },
      });
      expect(wireOf(silent)).toMatchObject({ owners: [], isRightful: null });
      expect(wireOf(silent)?.advice.map(({ code, params }) => [code, params.host])).toEqual([
        ["topology.advice_silent", name],
      ]);
      await awaitWireOwners(lab, 0);
      const told = await awaitEvent("wire_silent");
      expect(told.tone).toBe("warning");
      expect(told.message).toMatchObject({
        code: "event.wire_silent",
        params: { host: name, address: lab.vipAddress },
      });
    } finally {
      await setArpIgnore("db1", 0);
    }
    expect(await awaitEvent("wire_answered")).toMatchObject({ tone: "ok" });
    await awaitOneOwner();
    await awaitWireOwners(lab, 1);
    await watch.stop();
    expect(watch.intervals, "it was held all the time").toEqual([
      expect.objectContaining({ host: "db1", toMs: null }),
    ]);
  });

  test("the address on a member's loopback is named with host and interface, and so is its end (F17)", async () => {
    const { id } = lab.hostNamed("db3");
    const removeConflictingHost = await lab.standing.addConflictingHost(
      "db3",
      `${lab.vipAddress}/32`,
      [],
      "lo",
    );
    try {
      const seen = await lab.awaitTopology(
        clusterId,
        "the address on db3, which answers for it too",
        (one) =>
          wireOf(one)?.foreign.length === 1 &&
          wireOf(one)?.state === "many" &&
          one.vips[0]?.agents.find(({ hostId }) => hostId === id)?.state === "BLOCKED" &&
          one.vips[0].agents.some(({ isBound }) => isBound),
      );
      expect(wireOf(seen)?.foreign).toMatchObject([{ hostId: id, nic: "lo", prefixLength: 32 }]);
      const advice = wireOf(seen)?.advice.map(({ text }) => text) ?? [];
      expect(advice.join(" ")).toContain(`ip address del ${lab.vipAddress}/32 dev lo`);
      const [vip] = seen.vips;
      expect(vip?.tone).toBe("failed");
      expect(vip?.agents.find(({ hostId }) => hostId === id)).toMatchObject({
        state: "BLOCKED",
        isBound: false,
      });
      expect(vip?.agents.filter(({ isBound }) => isBound).map(({ hostId }) => hostId)).toEqual([
        lab.hostNamed("db1").id,
      ]);
      expect(await awaitEvent("foreign_address")).toMatchObject({ hostId: id });
    } finally {
      await removeConflictingHost();
    }
    expect(await awaitEvent("foreign_address_gone")).toMatchObject({ hostId: id });
    await awaitOneOwner();
  });
});
