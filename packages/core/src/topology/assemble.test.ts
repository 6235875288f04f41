import {
  formatMessage,
  type Message,
  message,
  quote,
  type Topology,
  type TopologyHost,
  type WireVerdict,
} from "@primacy/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AssembledTopology, assembleTopology } from "./assemble";
import type { TopologySnapshot } from "./snapshot";
import {
  idOf,
  macOf,
  mysqlOf,
  nowMs,
  rows,
  sightOf,
  snapshotWith,
  statusOf,
  vipAddress,
  vipStatusOf,
  wireOf,
} from "./topology-snapshot.fixture";

function hostOf(topology: AssembledTopology, name: string): TopologyHost | undefined {
  return topology.hosts.find((host) => host.name === name);
}

function silentPeer(n: number, about: number): ReturnType<typeof statusOf>["peers"] {
  return statusOf(n).peers.map((peer) =>
    peer.hostId === idOf(about) ? { ...peer, isHostAnswering: false, isAgentAnswering: false } : peer,
  );
}

function deafPeer(n: number, about: number): ReturnType<typeof statusOf>["peers"] {
  return statusOf(n).peers.map((peer) =>
    peer.hostId === idOf(about) ? { ...peer, isAgentAnswering: false } : peer,
  );
}

describe("assembleTopology", () => {
  it("says that all is well in one sentence", () => {
    const topology = assembleTopology(snapshotWith());
    expect(topology.tone).toBe("ok");
    expect(topology.problems).toEqual([]);
    expect(topology.summary.text).toBe(
      "3 of 3 members online. Writes go to db1. db1 holds VIP 10.77.0.100, and db1 answers for it.",
    );
    expect(topology.hosts.map((host) => host.name)).toEqual(["db1", "db2", "db3"]);
    expect(topology).toMatchObject({ primaryMemberId: idOf(1), hasMajority: true, isSinglePrimary: true });
  });

  it("says of a database whose answer cannot be read that it answers, and that nothing is known of it", () => {
    const error = quote("{}");
    const unread = mysqlOf(3, { error, memberState: null, memberRole: null, members: [] });
    const picture = assembleTopology(
      snapshotWith({ agents: [sightOf(1), sightOf(2), sightOf(3, { mysql: unread })] }),
    );
    const host = picture.hosts.find((one) => one.hostId === idOf(3));
    expect(host).toMatchObject({ condition: "ok", evidence: [{ code: "topology.database_unreadable" }] });
  });

  it("keeps each host in its place whatever its state", () => {
    const orders = (of: TopologySnapshot): readonly (readonly [string, number])[] =>
      assembleTopology(of).hosts.map((host) => [host.name, host.order]);
    expect(orders(snapshotWith({ agents: [sightOf(2)] }))).toEqual(orders(snapshotWith()));
  });

  type Row = readonly [title: string, of: TopologySnapshot, condition: string];
  const unconfigured = (isAnswering: boolean): TopologySnapshot =>
    snapshotWith({
      agents: [
        sightOf(1),
        sightOf(2),
        sightOf(3, { mysql: mysqlOf(3, { reach: "unconfigured", members: [] }) }),
      ],
      servers: [
        {
          memberId: idOf(3),
          askedAtMs: nowMs - 500,
          isAnswering,
          version: null,
          isSuperReadOnly: null,
          view: null,
        },
      ],
    });
  const conditions: readonly Row[] = [
    ["its agent answers and its server too", snapshotWith(), "ok"],
    [
      "its agent says that the server is down",
      snapshotWith({
        agents: [sightOf(1), sightOf(2), sightOf(3, { mysql: mysqlOf(3, { reach: "down", members: [] }) })],
      }),
      "database_dead",
    ],
    [
      "the host answers ARP but its agent is silent",
      snapshotWith({
        agents: [sightOf(1, { peers: deafPeer(1, 3) }), sightOf(2, { peers: deafPeer(2, 3) })],
      }),
      "agent_dead",
    ],
    [
      "only SSH answers",
      snapshotWith({
        agents: [sightOf(1, { peers: silentPeer(1, 3) })],
        ssh: [{ hostId: idOf(3), isReachable: true, askedAtMs: nowMs - 500 }],
      }),
      "agent_dead",
    ],
    [
      "no peer gets an ARP answer and SSH fails",
      snapshotWith({
        agents: [sightOf(1, { peers: silentPeer(1, 3) }), sightOf(2, { peers: silentPeer(2, 3) })],
        ssh: [{ hostId: idOf(3), isReachable: false, askedAtMs: nowMs - 500 }],
      }),
      "host_dead",
    ],
    [
      "SSH fails but a peer gets an ARP answer",
      snapshotWith({
        agents: [sightOf(1, { peers: silentPeer(1, 3) }), sightOf(2, { peers: deafPeer(2, 3) })],
        ssh: [{ hostId: idOf(3), isReachable: false, askedAtMs: nowMs - 500 }],
      }),
      "agent_dead",
    ],
    [
      "no peer gets an answer and SSH was not asked",
      snapshotWith({ agents: [sightOf(1, { peers: silentPeer(1, 3) })] }),
      "unknown",
    ],
    [
      "its agent answers its peers but not the console",
      snapshotWith({ agents: [sightOf(1), sightOf(2)] }),
      "unknown",
    ],
    ["nobody says anything", snapshotWith({ agents: [] }), "unknown"],
    [
      "no agent was installed",
      snapshotWith({
        agents: [],
        hosts: snapshotWith().hosts.map((host) => ({ ...host, agentState: "none" })),
      }),
      "no_agent",
    ],
    [
      "its agent was told of no server yet and the server refuses the console, as before its account exists",
      unconfigured(true),
      "ok",
    ],
    ["its agent was told of no server yet and no server answers", unconfigured(false), "database_dead"],
    [
      "the agent is of another protocol",
      snapshotWith({ hosts: snapshotWith().hosts.map((host) => ({ ...host, agentState: "outdated" })) }),
      "agent_outdated",
    ],
  ];
  it.each(conditions)("tells how a host is when %s", (_, of, condition) => {
    expect(hostOf(assembleTopology(of), "db3")?.condition).toBe(condition);
  });

  it("does not count a peer's word that is older than the limit", () => {
    const old = statusOf(1).peers.map((peer) => ({
      ...peer,
      hostAskedMonotonicMs: 40_000,
      agentAskedMonotonicMs: 40_000,
    }));
    const topology = assembleTopology(snapshotWith({ agents: [sightOf(1, { peers: old })] }));
    expect(hostOf(topology, "db3")?.condition).toBe("unknown");
  });

  it("shows the last known state as stale when everybody is silent", () => {
    const agents = [1, 2, 3].map((n) => sightOf(n, {}, 20_000));
    const topology = assembleTopology(snapshotWith({ agents, wire: [] }));
    expect(topology.tone).toBe("unknown");
    expect(topology.summary.code).toBe("topology.summary_stale");
    expect(topology.hosts.flatMap((host) => host.members).map((member) => member.state)).toEqual([
      "ONLINE",
      "ONLINE",
      "ONLINE",
    ]);
    expect(topology.hosts.every((host) => host.isStale && host.members[0]?.isStale)).toBe(true);
    expect(topology.vips[0]).toMatchObject({ kernelHostIds: [], tone: "unknown" });
  });

  it("falls back to the console's own view of the servers when no agent speaks", () => {
    const servers = [1, 2].map((n) => ({
      memberId: idOf(n),
      askedAtMs: nowMs - 500,
      isAnswering: true,
      version: "9.7.4",
      isSuperReadOnly: n !== 1,
      view: { observer: idOf(n), isSinglePrimary: true, members: rows() },
    }));
    const topology = assembleTopology(snapshotWith({ agents: [], servers, vips: [] }));
    expect(topology.primaryMemberId).toBe(idOf(1));
    expect(topology.hosts.flatMap((host) => host.members).every((member) => !member.isStale)).toBe(true);
    expect(topology.summary.text).toBe("3 of 3 members online. Writes go to db1.");
  });

  it("shows who disagrees, and believes the majority", () => {
    const agents = [
      sightOf(1),
      ...[2, 3].map((n) => sightOf(n, { mysql: mysqlOf(n, { members: rows(["", "ONLINE", "ONLINE"], 2) }) })),
    ];
    const before = assembleTopology(snapshotWith({ agents, observedAt: "2026-11-21T09:59:56.000Z" }));
    const topology = assembleTopology(snapshotWith({ agents }), before);
    expect(topology.primaryMemberId).toBe(idOf(2));
    expect(hostOf(topology, "db1")?.members[0]?.disagreements.map((one) => one.text)).toEqual([
      "db1 reports db1 as ONLINE, PRIMARY.",
    ]);
    expect(topology.vips[0]).toMatchObject({ tone: "warning", believedHostId: idOf(2) });
    expect(topology.summary.code).toBe("topology.summary_held_wrong");
  });

  it("says that a VIP is paused, where it stays, and that nobody takes it", () => {
    const paused = { hostId: idOf(1), since: "2026-11-21T09:00:00.000Z" };
    const vips = snapshotWith().vips.map((vip) => ({ ...vip, paused }));
    const held = assembleTopology(snapshotWith({ vips }));
    expect(held.vips[0]).toMatchObject({ tone: "warning", paused, summary: { code: "topology.vip_paused" } });
    expect(held.summary.text).toBe(
      "3 of 3 members online. Writes go to db1. VIP 10.77.0.100 is paused on db1.",
    );
    expect(held.tone).toBe("warning");
    const free = [1, 2, 3].map((n) =>
      sightOf(n, {
        vips: [vipStatusOf(false, { state: "MAINT", reasons: [message("reason.paused")] })],
        nics: statusOf(2).nics.map((nic) => ({ ...nic, mac: macOf(n) })),
      }),
    );
    const lost = assembleTopology(snapshotWith({ vips, agents: free, wire: [] }));
    expect(lost.vips[0]).toMatchObject({ tone: "failed", summary: { code: "topology.vip_paused_nobody" } });
    expect(lost.problems.map((problem) => problem.code)).toContain("reason.paused");
  });

  it("says that a VIP is being drained, for as long as its agent's own clock says so", () => {
    const seen = (untilMonotonicMs: number) =>
      assembleTopology(
        snapshotWith({
          agents: [
            sightOf(1, { vips: [vipStatusOf(true, { draining: { untilMonotonicMs, connections: 7 } })] }),
            sightOf(2),
            sightOf(3),
          ],
        }),
      );
    expect(seen(50_001).vips[0]).toMatchObject({
      tone: "warning",
      draining: { connections: 7 },
      summary: { code: "topology.vip_draining" },
    });
    expect(seen(50_001).summary.text).toContain(
      "VIP 10.77.0.100 is held by db1 and is draining: it accepts no new connections",
    );
    expect(seen(50_000).vips[0]).toMatchObject({ tone: "ok", summary: { code: "topology.vip_ok" } });
    expect(seen(50_000).vips[0]).not.toHaveProperty("draining");
  });

  it("names a member of the group that is not registered", () => {
    const topology = assembleTopology(snapshotWith({ members: snapshotWith().members.slice(0, 2) }));
    expect(topology.problems.map((problem) => problem.code)).toContain("topology.unregistered");
  });

  it("says that agents hold what a restored console does not know", () => {
    const topology = assembleTopology(snapshotWith({ epoch: 1, vips: [] }));
    expect(topology.problems.map((problem) => problem.code)).toContain("topology.newer_agents");
    expect(assembleTopology(snapshotWith({ vips: [] })).problems).toEqual([]);
  });

  it("says what agents hold otherwise than a restored console, with the addresses", () => {
    const differences = [message("topology.differs_address", { held: "10.77.0.101", address: vipAddress })];
    const topology = assembleTopology(snapshotWith({ differences }));
    expect(topology.problems.map((problem) => problem.code)).toEqual([
      "topology.agents_differ",
      "topology.differs_address",
    ]);
    expect(topology.tone).toBe("warning");
  });

  it("says what a single host keeps for another cluster, without a word of the others", () => {
    const kept = [message("topology.differs_cluster", { host: "db1", held: "10.77.0.101" })];
    const codes = assembleTopology(snapshotWith({ kept })).problems.map((problem) => problem.code);
    expect(codes).toEqual(["topology.differs_cluster"]);
  });

  it("takes no other address that agents hold and ask for to be the one that this console has", () => {
    const agents = [1, 2, 3].map((n) => {
      const sight = sightOf(n);
      const { vips, nics } = sight.status;
      const addresses = nics.flatMap((nic) => nic.addresses).filter((one) => one.address !== vipAddress);
      const moved = vips.map((vip) => ({ ...vip, address: "10.77.0.101" }));
      return sightOf(n, { vips: moved, nics: nics.map((nic) => ({ ...nic, addresses })) });
    });
    const [vip] = assembleTopology(snapshotWith({ agents })).vips;
    expect(vip).toMatchObject({ address: vipAddress, kernelHostIds: [], wire: [], agents: [] });
    expect(vip?.summary.code).toBe("topology.vip_nobody");
  });

  it("names the hosts that agents know and a restored console does not, also under one epoch", () => {
    const two = { members: snapshotWith().members.slice(0, 2), hosts: snapshotWith().hosts.slice(1) };
    for (const epoch of [1, snapshotWith().epoch]) {
      const topology = assembleTopology(snapshotWith({ epoch, ...two }));
      const problem = topology.problems.find((one) => one.code === "topology.unknown_peers");
      expect(problem?.params.hosts).toBe(idOf(3));
    }
    const codes = assembleTopology(snapshotWith({ epoch: snapshotWith().epoch + 1, ...two })).problems.map(
      (one) => one.code,
    );
    expect(codes).not.toContain("topology.unknown_peers");
  });

  type VipRow = readonly [title: string, of: TopologySnapshot, code: string, tone: Topology["tone"]];
  const holder = (n: number): ReturnType<typeof sightOf> =>
    sightOf(n, {
      vips: [vipStatusOf(true)],
      nics: statusOf(1).nics.map((nic) => ({ ...nic, mac: macOf(n) })),
    });
  const nobody = sightOf(1, {
    vips: [vipStatusOf(false)],
    nics: statusOf(2).nics.map((nic) => ({ ...nic, mac: macOf(1) })),
  });
  const situations: readonly VipRow[] = [
    ["held and answered by the primary's host", snapshotWith(), "vip_ok", "ok"],
    ["held, and nobody asked", snapshotWith({ wire: [] }), "vip_not_asked", "ok"],
    [
      "held, and nobody answers",
      snapshotWith({ wire: [1_300, 300].map((ageMs) => ({ ...wireOf(2, 1, ageMs), macs: [] })) }),
      "vip_unanswered",
      "warning",
    ],
    [
      "held by two hosts",
      snapshotWith({ agents: [sightOf(1), holder(2), sightOf(3)] }),
      "vip_two_holders",
      "failed",
    ],
    [
      "held, but another member answers",
      snapshotWith({ wire: [wireOf(3, 2, 300)] }),
      "vip_other_answers",
      "warning",
    ],
    [
      "answered by a machine that is no member",
      snapshotWith({ wire: [wireOf(3, 7, 300)] }),
      "vip_stranger",
      "failed",
    ],
    [
      "answered by two members at once",
      snapshotWith({ wire: [{ ...wireOf(3, 1, 300), macs: [macOf(1), macOf(2)] }] }),
      "vip_duplicate",
      "failed",
    ],
    [
      "held by nobody",
      snapshotWith({ agents: [nobody, sightOf(2), sightOf(3)], wire: [] }),
      "vip_nobody",
      "failed",
    ],
    [
      "answered by a host whose agent is not heard",
      snapshotWith({ agents: [sightOf(2), sightOf(3), sightOf(1, {}, 10_000)] }),
      "vip_answered_unheard",
      "warning",
    ],
    [
      "held by nobody, and answered by a host that says it lets go",
      snapshotWith({ agents: [nobody, sightOf(2), sightOf(3)] }),
      "vip_nobody",
      "failed",
    ],
    ["unknown, for no agent speaks", snapshotWith({ agents: [], wire: [] }), "vip_unknown", "unknown"],
    [
      "disabled",
      snapshotWith({
        agents: [nobody, sightOf(2), sightOf(3)],
        wire: [],
        vips: snapshotWith().vips.map((vip) => ({ ...vip, isEnabled: false })),
      }),
      "vip_disabled",
      "unknown",
    ],
    [
      "disabled and still held",
      snapshotWith({ vips: snapshotWith().vips.map((vip) => ({ ...vip, isEnabled: false })) }),
      "vip_disabled_held",
      "warning",
    ],
  ];
  it.each(situations)("shows a VIP that is %s", (_, of, code, tone) => {
    const topology = assembleTopology(of);
    expect(topology.vips[0]?.summary.code).toBe(`topology.${code}`);
    expect(topology.vips[0]?.tone).toBe(tone);
    for (const text of [topology.summary, ...topology.problems, ...topology.vips.map((vip) => vip.summary)])
      for (const locale of ["en", "zh"] as const) expect(formatMessage(text, locale)).not.toMatch(/\{\w+\}/);
  });

  it("does not call a move a duplicate while an older answer still names the old holder", () => {
    const wire = [wireOf(2, 1, 1_400), wireOf(3, 1, 900), wireOf(2, 2, 400)];
    const agents = [nobody, holder(2), sightOf(3)];
    const moved = snapshotWith({ wire, agents });
    expect(assembleTopology(moved).vips[0]?.wire).toEqual([{ mac: macOf(2), hostId: idOf(2) }]);
  });

  it("never lets ages of one host depend on another host's clocks", () => {
    void fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e12 }), (shift, wallMs) => {
        const moved = sightOf(2);
        const { status } = moved;
        const shifted = {
          ...moved,
          status: {
            ...status,
            clock: { ...status.clock, monotonicMs: status.clock.monotonicMs + shift, wallMs },
            mysql: { ...status.mysql, observedMonotonicMs: status.mysql.observedMonotonicMs + shift },
            peers: status.peers.map((peer) => ({
              ...peer,
              hostAskedMonotonicMs: (peer.hostAskedMonotonicMs ?? 0) + shift,
              agentAskedMonotonicMs: (peer.agentAskedMonotonicMs ?? 0) + shift,
            })),
          },
        };
        expect(assembleTopology(snapshotWith({ agents: [sightOf(1), shifted, sightOf(3)] }))).toEqual(
          assembleTopology(snapshotWith()),
        );
      }),
    );
  });
});

describe("the wire of a VIP", () => {
  const verdictOf = (of: TopologySnapshot): WireVerdict | undefined =>
    assembleTopology(of).vips[0]?.wireVerdict;
  const codes = (messages: readonly Message[] | undefined): readonly string[] =>
    (messages ?? []).map((one) => one.code.replace("topology.", ""));
  const both = (asker: number, mac: string): TopologySnapshot["wire"][number] => ({
    ...wireOf(asker, 1, 300),
    macs: [macOf(1), mac],
  });
  const expectTexts = (verdict: WireVerdict | undefined): void => {
    for (const text of [...(verdict?.findings ?? []), ...(verdict?.advice ?? [])])
      for (const locale of ["en", "zh"] as const) expect(formatMessage(text, locale)).not.toMatch(/\{\w+/);
  };

  it("is one owner, the rightful one, seen by all askers", () => {
    expect(verdictOf(snapshotWith())).toMatchObject({
      state: "one",
      isRightful: true,
      owners: [{ hostId: idOf(1), name: "db1", macs: [macOf(1)], isRightful: true, seenBy: ["db2", "db3"] }],
      findings: [],
      advice: [],
    });
  });

  it("names a stranger beside the rightful holder, who saw it, and what to do", () => {
    const verdict = verdictOf(snapshotWith({ wire: [wireOf(2, 1, 900), both(3, macOf(7))] }));
    expect(verdict).toMatchObject({ state: "many", isRightful: null });
    expect(verdict?.owners.map((one) => [one.name, one.isRightful, one.seenBy])).toEqual([
      ["db1", true, ["db2", "db3"]],
      [null, false, ["db3"]],
    ]);
    expect(codes(verdict?.findings)).toEqual(["wire_owner_rightful", "wire_owner_stranger"]);
    expect(codes(verdict?.advice)).toEqual(["advice_stranger"]);
    expectTexts(verdict);
  });

  it("takes what the holder itself heard of another for a second owner, and tells how it defends itself", () => {
    const contest = {
      macs: [macOf(7)],
      sinceMonotonicMs: 45_000,
      seenMonotonicMs: 49_500,
      endedMonotonicMs: null,
      announcements: 3,
      askedHostIds: [],
    };
    const contested = sightOf(1, { vips: [vipStatusOf(true, { contest })] });
    const topology = assembleTopology(snapshotWith({ agents: [contested, sightOf(2), sightOf(3)] }));
    expect(topology.vips[0]).toMatchObject({ tone: "failed", summary: { code: "topology.vip_duplicate" } });
    expect(topology.vips[0]?.wireVerdict?.owners.map((one) => one.seenBy)).toEqual([
      ["db1", "db2", "db3"],
      ["db1"],
    ]);
    expect(codes(topology.vips[0]?.wireVerdict?.findings)).toContain("wire_defended");
    const over = { ...contest, endedMonotonicMs: 49_900 };
    const ended = sightOf(1, { vips: [vipStatusOf(true, { contest: over })] });
    expect(verdictOf(snapshotWith({ agents: [ended, sightOf(2), sightOf(3)] }))?.state).toBe("one");
    expectTexts(topology.vips[0]?.wireVerdict);
  });

  it("names the host, the interface and the command where somebody put the address on a member's host", () => {
    const byHand = sightOf(3, {
      vips: [vipStatusOf(false, { state: "BLOCKED", reasons: [message("reason.foreign_address")] })],
      nics: statusOf(3).nics.map((nic) => ({
        ...nic,
        addresses: [
          ...nic.addresses,
          { address: vipAddress, prefixLength: 24, label: "eth0", validSeconds: null },
        ],
      })),
    });
    const verdict = verdictOf(
      snapshotWith({
        agents: [sightOf(1), sightOf(2), byHand],
        wire: [both(2, macOf(3)), wireOf(3, 1, 500)],
      }),
    );
    expect(verdict?.foreign).toEqual([{ hostId: idOf(3), name: "db3", nic: "eth0", prefixLength: 24 }]);
    expect(codes(verdict?.advice)).toEqual(["advice_foreign"]);
    expect(verdict?.advice[0]?.text).toContain("ip address del 10.77.0.100/24 dev eth0");
    expectTexts(verdict);
  });

  it("counts what a host beside the cluster is answered, and knows its cards", () => {
    const observers = [{ hostId: idOf(6), name: "app1", macs: [macOf(6)] }];
    const asked = { ...wireOf(6, 1, 200), macs: [macOf(1), macOf(8)] };
    const seen = verdictOf(snapshotWith({ observers, wire: [asked] }));
    expect(seen?.askers).toEqual([
      { hostId: idOf(6), name: "app1", isObserver: true, macs: [macOf(1), macOf(8)], ageMs: 200 },
    ]);
    expect(seen?.state).toBe("many");
    const answering = assembleTopology(snapshotWith({ observers, wire: [wireOf(3, 6, 200)] })).vips[0];
    expect(answering?.summary.text).toContain("app1");
    expect(answering?.wireVerdict).toMatchObject({ state: "one", isRightful: false });
  });

  it("says since when it has been so, across pictures", () => {
    const first = assembleTopology(snapshotWith({ observedAt: "2026-11-21T10:00:00.000Z" }));
    const next = assembleTopology(snapshotWith({ observedAt: "2026-11-21T10:00:05.000Z" }), first);
    expect(next.vips[0]?.wireVerdict?.since).toBe("2026-11-21T10:00:00.000Z");
    const twice = snapshotWith({ observedAt: "2026-11-21T10:00:06.000Z", wire: [both(3, macOf(7))] });
    expect(assembleTopology(twice, next).vips[0]?.wireVerdict?.since).toBe("2026-11-21T10:00:06.000Z");
  });
});
