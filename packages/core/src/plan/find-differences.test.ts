import { defaultVipTimings, type Vip, type VipTimings } from "@primacy/contract";
import { documentText } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { buildDocument } from "./build-document";
import {
  findCommonAddresses,
  findDifferences,
  findKept,
  findOverruled,
  type HeldDocument,
  unheard,
} from "./find-differences";
import { type ReconcileAction, type ReconcileOptions, reconcile } from "./reconcile";
import type { WantedCluster } from "./wanted";

const clusterId = "c";
const hostIds = ["a", "b"];
const since = "2026-11-22T05:00:00.000Z";

const vip: Vip = {
  id: "v",
  clusterId,
  provider: "agent",
  kind: "write",
  address: "10.0.0.100",
  prefixLength: 24,
  port: 3306,
  nics: { a: "eth0", b: "eth0" },
  onRelease: "cut",
  enabled: true,
  revision: 1,
  createdAt: "",
  updatedAt: "",
};
const moved: Vip = { ...vip, address: "10.0.0.101" };

function cluster(
  epoch: number,
  vips: readonly Vip[],
  timings: VipTimings = defaultVipTimings,
): WantedCluster {
  return {
    clusterId,
    clusterName: "main",
    epoch,
    hosts: hostIds.map((hostId) => ({
      hostId,
      askedOf: null,
      name: hostId,
      agentAddress: "10.0.0.1",
      agentPort: 7433,
      macs: [],
      member: {
        memberId: hostId,
        serverUuid: hostId,
        address: "10.0.0.1",
        port: 3306,
        adminAddress: null,
        adminPort: null,
      },
    })),
    vips,
    timings,
  };
}

const digest = (text: string): string => `#${text}`;

/** What the agents have after a console that wanted this had told them. `a` holds the addresses. */
function toldBy(wanted: WantedCluster): readonly HeldDocument[] {
  return hostIds.map((hostId) => {
    const document = buildDocument(wanted, hostId, true);
    return {
      hostId,
      isAnswering: true,
      clusterId: wanted.clusterId,
      epoch: document.epoch,
      documentHash: digest(documentText(document)),
      peers: document.peers.map((peer) => peer.hostId),
      isJoining: false,
      hasJoiningVip: false,
      vips: document.vips.map(({ vipId, address, nic, maintenance }) => ({
        vipId,
        address,
        nic,
        isPaused: maintenance === "hold",
        isBound: hostId === "a",
      })),
    };
  });
}

function decide(
  wanted: WantedCluster,
  held: readonly HeldDocument[],
  options: Omit<ReconcileOptions, "digest"> = {},
): readonly ReconcileAction[] {
  return reconcile(wanted, held, { digest, ...options });
}

describe("a console that was restored from an older database", () => {
  const slower = { ...defaultVipTimings, cooldownMs: 5_000 };
  const rows: readonly (readonly [string, now: WantedCluster, before: WantedCluster, text: string])[] = [
    [
      "an address that moved since",
      cluster(9, [moved]),
      cluster(3, [vip]),
      "The agents hold 10.0.0.101, where this console has 10.0.0.100.",
    ],
    [
      "a VIP that was disabled since",
      cluster(9, [{ ...vip, enabled: false }]),
      cluster(3, [vip]),
      "10.0.0.100 is enabled in this console, but the agents do not hold it: it was disabled or removed after the backup.",
    ],
    [
      "a VIP that was removed since",
      cluster(9, []),
      cluster(3, [vip]),
      "10.0.0.100 is enabled in this console, but the agents do not hold it: it was disabled or removed after the backup.",
    ],
    [
      "a VIP that was enabled and moved since",
      cluster(9, [moved]),
      cluster(3, [{ ...vip, enabled: false }]),
      "The agents hold 10.0.0.101, but 10.0.0.100 is disabled in this console.",
    ],
    [
      "a pause that began since",
      cluster(9, [{ ...vip, paused: { hostId: "a", since } }]),
      cluster(3, [vip]),
      "10.0.0.100 is paused on the agents, but not in this console.",
    ],
    [
      "a pause that ended since",
      cluster(9, [vip]),
      cluster(3, [{ ...vip, paused: { hostId: "a", since } }]),
      "10.0.0.100 is paused in this console, but not on the agents.",
    ],
    [
      "an interface that changed since",
      cluster(9, [{ ...vip, nics: { a: "eth0", b: "bond0" } }]),
      cluster(3, [vip]),
      "On b the agent has 10.0.0.100 on bond0; in this console it is on eth0.",
    ],
    [
      "timings that changed since",
      cluster(9, [vip], slower),
      cluster(3, [vip]),
      "The network, port, timing, handling of connections or read VIP rules of 10.0.0.100 differ between the agents and this console.",
    ],
    [
      "connections that are handled otherwise since",
      cluster(9, [{ ...vip, onRelease: "leave" }]),
      cluster(3, [vip]),
      "The network, port, timing, handling of connections or read VIP rules of 10.0.0.100 differ between the agents and this console.",
    ],
    [
      "an address that moved, where the epochs happen to be the same",
      cluster(3, [moved]),
      cluster(3, [vip]),
      "The agents hold 10.0.0.101, where this console has 10.0.0.100.",
    ],
  ];
  it.each(rows)("tells nobody of %s, and names it, until an operator decides", (_, now, before, text) => {
    const held = toldBy(now);
    expect(findDifferences(before, held, digest).map((one) => one.text)).toEqual([text]);
    expect(decide(before, held)).toEqual([]);
    expect(decide(before, held, { mayForgetPeers: true })).toEqual([]);
    const overruled = decide(before, held, { mayOverrule: true });
    expect(overruled).toEqual(
      now.epoch > before.epoch ? [{ kind: "adopt_epoch", epoch: now.epoch }] : [{ kind: "raise_epoch" }],
    );
  });

  it("goes on above its agents' epoch by itself where they hold what it has", () => {
    const paused = { ...vip, paused: { hostId: null, since } };
    for (const vips of [[vip], [paused], [{ ...vip, enabled: false }], []]) {
      const held = toldBy(cluster(9, vips));
      expect(findDifferences(cluster(3, vips), held, digest)).toEqual([]);
      expect(decide(cluster(3, vips), held)).toEqual([{ kind: "adopt_epoch", epoch: 9 }]);
    }
  });

  it("names all that differs of one VIP", () => {
    const held = toldBy(cluster(9, [{ ...moved, paused: { hostId: null, since } }]));
    expect(findDifferences(cluster(3, [vip]), held, digest).map((one) => one.code)).toEqual([
      "topology.differs_address",
      "topology.differs_paused",
    ]);
  });

  it("waits for the word of every host before it goes on by itself", () => {
    const held = toldBy(cluster(9, [vip]));
    expect(decide(cluster(3, [vip]), held.slice(0, 1))).toEqual([]);
    expect(decide(cluster(3, [vip]), held.slice(0, 1), { mayForgetPeers: true })).toEqual([]);
    expect(decide(cluster(3, [vip]), held.slice(0, 1), { mayOverrule: true })).toEqual([
      { kind: "adopt_epoch", epoch: 9 },
    ]);
  });

  it("asks also where only a silent host was heard to hold something else", () => {
    const [a, b] = toldBy(cluster(9, [moved]));
    if (a === undefined || b === undefined) throw new TypeError("two hosts");
    expect(decide(cluster(3, [vip]), [{ ...a, isAnswering: false }])).toEqual([]);
  });

  it("takes none of its addresses that is in use from agents of a cluster that it does not know", () => {
    const foreign = toldBy({ ...cluster(9, [vip]), clusterId: "other" });
    expect(findDifferences(cluster(3, [vip]), foreign, digest).map((one) => one.text)).toEqual([
      "The agent on a holds 10.0.0.100 for another cluster. It keeps the address, and the console sends it nothing about this cluster until you decide.",
    ]);
    expect(decide(cluster(3, [vip]), foreign)).toEqual([]);
    expect(decide(cluster(3, [vip]), foreign, { mayOverrule: true }).map((one) => one.kind)).toContain(
      "push",
    );
  });

  it("leaves a host what it holds for another cluster, and tells the others all the same", () => {
    const [holder] = toldBy({ ...cluster(9, [vip]), clusterId: "other" });
    const [, own] = toldBy(cluster(2, [moved]));
    if (holder === undefined || own === undefined) throw new TypeError("two hosts");
    const wanted = cluster(3, [moved]);
    const held = [holder, own];
    expect(findDifferences(wanted, held, digest)).toEqual([]);
    expect(findKept(wanted, held)).toEqual([
      { hostId: "a", difference: expect.objectContaining({ code: "topology.differs_cluster" }) },
    ]);
    const told = { kind: "push", hostId: "b", mayAcquire: true };
    expect(decide(wanted, held)).toEqual([told]);
    expect(decide(wanted, held, { mayForgetPeers: true })).toEqual([told]);
    expect(decide(wanted, held, { mayOverrule: true })).toContainEqual(
      expect.objectContaining({ kind: "push", hostId: "a" }),
    );
    expect(findOverruled(wanted, cluster(3, []), held, digest).map((one) => one.code)).toEqual([
      "topology.differs_cluster",
    ]);
  });

  it("leaves it to those that would take the address over, too", () => {
    const foreign = toldBy({ ...cluster(9, [vip]), clusterId: "other" });
    expect(foreign.filter(({ vips }) => vips.some((one) => one.isBound))).toHaveLength(1);
    const wanted = cluster(3, [moved]);
    expect(findKept(wanted, foreign).map(({ hostId }) => hostId)).toEqual(["a", "b"]);
    expect(decide(wanted, foreign)).toEqual([]);
  });

  it("tells a host of another cluster that does not hold its address", () => {
    const unused = toldBy({ ...cluster(9, [vip]), clusterId: "other" }).filter((one) => one.hostId === "b");
    expect(decide(cluster(3, []), unused)).toEqual([{ kind: "push", hostId: "b", mayAcquire: false }]);
  });

  it("names an agent of another protocol whose configuration is newer, and cannot be compared", () => {
    const [a] = toldBy(cluster(9, [vip]));
    if (a === undefined) throw new TypeError("two hosts");
    const unread = (epoch: number): HeldDocument => ({ ...unheard("b"), isUnread: true, clusterId, epoch });
    const wanted = cluster(3, [vip]);
    const codes = (held: readonly HeldDocument[]): readonly string[] =>
      findDifferences(wanted, held, digest).map((one) => one.code);
    expect(codes([a, unread(9)])).toEqual(["topology.differs_unread"]);
    expect(codes([unread(3)]), "as new as the console").toEqual([]);
    expect(codes([{ ...unread(9), clusterId: "other" }])).toEqual([]);
    expect(decide(wanted, [a, unread(9)], { mayForgetPeers: true })).toEqual([]);
    expect(decide(wanted, [unread(9)], { mayOverrule: true })).toEqual([{ kind: "adopt_epoch", epoch: 9 }]);
    expect(findOverruled(wanted, cluster(3, []), [unread(9)], digest).map((one) => one.text)).toEqual([
      "The agent on b has a configuration of epoch 9, newer than this console's 3, and uses another protocol, so the console cannot compare it. After an upgrade the agent holds nothing until the console sends the configuration again.",
    ]);
  });
});

describe("an operation of a console that was restored from an older database", () => {
  const before = cluster(3, [vip]);
  const overruled = (now: WantedCluster, after: readonly Vip[]): readonly string[] =>
    findOverruled(before, cluster(3, after), toldBy(now), digest).map((one) => one.code);
  const paused: Vip = { ...vip, paused: { hostId: "a", since } };

  it("puts an end to nothing where what it makes is what the agents hold", () => {
    expect(overruled(cluster(9, [moved]), [moved])).toEqual([]);
    expect(overruled(cluster(9, [paused]), [paused])).toEqual([]);
    expect(overruled(cluster(9, []), [])).toEqual([]);
    expect(overruled(cluster(9, [{ ...vip, id: "since" }]), [vip]), "by its address").toEqual([]);
  });

  it("names what it puts an end to: each other change, and a pause that was not asked about", () => {
    expect(overruled(cluster(9, [moved]), [{ ...vip, port: 3307 }])).toEqual(["topology.differs_address"]);
    expect(overruled(cluster(9, [{ ...moved, port: 3307 }]), [moved])).toEqual(["topology.differs_settings"]);
    expect(overruled(cluster(9, [{ ...moved, id: "since" }]), [{ ...vip, enabled: false }])).toEqual([
      "topology.differs_unknown",
    ]);
    expect(overruled(cluster(9, [moved]), [paused])).toEqual([
      "topology.differs_address",
      "topology.differs_unpaused",
    ]);
    expect(overruled(cluster(9, [{ ...moved, paused: { hostId: "a", since } }]), [moved])).toEqual([
      "topology.differs_paused",
    ]);
    expect(overruled(cluster(9, [moved]), [{ ...vip, enabled: false }])).toEqual([
      "topology.differs_dropped",
    ]);
  });

  it("may do all where the agents know nothing newer", () => {
    expect(overruled(cluster(3, [vip]), [moved])).toEqual([]);
    expect(overruled(cluster(2, [moved]), [])).toEqual([]);
    expect(overruled(cluster(9, [vip]), [moved]), "only their epoch is newer").toEqual([]);
    const slower = { ...defaultVipTimings, cooldownMs: 5_000 };
    expect(overruled(cluster(3, [vip], slower), [moved]), "the defaults of another release").toEqual([]);
  });
});

describe("two documents under one epoch", () => {
  it("are told again under the next one where nothing of clients differs", () => {
    const slower = { ...defaultVipTimings, cooldownMs: 5_000 };
    const [a, b] = [toldBy(cluster(3, [vip]))[0], toldBy(cluster(3, [vip], slower))[1]];
    if (a === undefined || b === undefined) throw new TypeError("two hosts");
    expect(decide(cluster(3, [vip]), [a, b])).toEqual([{ kind: "raise_epoch" }]);
    expect(decide(cluster(4, [vip]), [a, b]).map((one) => one.kind)).toEqual(["push", "push"]);
  });

  it("are not seen where an agent does not say what it holds", () => {
    const held = toldBy(cluster(3, [vip])).map((one) => ({ ...one, documentHash: null }));
    expect(decide(cluster(3, [vip], { ...defaultVipTimings, cooldownMs: 5_000 }), held)).toEqual([]);
  });
});

describe("findCommonAddresses", () => {
  const wanted = cluster(3, [vip]);
  const held = toldBy(cluster(9, [moved]));

  it("says the address that all hosts have", () => {
    expect(findCommonAddresses(wanted, held)).toEqual({ v: "10.0.0.101" });
  });

  it.each<readonly [string, (one: HeldDocument) => HeldDocument]>([
    ["is silent", (one) => ({ ...one, isAnswering: false })],
    ["has another one", (one) => ({ ...one, vips: [] })],
    ["does not know the others", (one) => ({ ...one, peers: [] })],
    ["belongs to another cluster", (one) => ({ ...one, clusterId: "other" })],
  ])("says nothing where one %s", (_, change) => {
    expect(findCommonAddresses(wanted, [...held.slice(0, 1), ...held.slice(1).map(change)])).toEqual({});
    expect(findCommonAddresses(wanted, held.slice(1))).toEqual({});
  });
});
