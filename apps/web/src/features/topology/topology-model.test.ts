import { message, type Topology } from "@primacy/contract";
import type { TopologyCard, TopologyChip } from "@primacy/ui/topology";
import { describe, expect, it } from "vitest";
import {
  bare,
  calm,
  cutOff,
  fallen,
  hostIds,
  motley,
  reads,
  secondMac,
  unasked,
  withHost,
  withVip,
} from "./topology.fixture";
import { toTopologyModel } from "./topology-model";
import { textsIn } from "./topology-texts.fixture";
import { conflictingMac, holderMac, noOwner, observerId, oneOwner, twoOwners } from "./wire.fixture";

const texts = textsIn("en");

function chipsOf(topology: Topology, laneId: "kernel" | "wire", words = texts): readonly TopologyChip[] {
  return toTopologyModel(topology, words).chips.filter((chip) => chip.laneId === laneId);
}

function cardOf(topology: Topology, name: string, words = texts): TopologyCard {
  const card = toTopologyModel(topology, words).cards.find(({ title }) => title === name);
  if (card === undefined) throw new Error(`no card of ${name}`);
  return card;
}

describe("belief, kernel and wire", () => {
  it("stand on one card where they agree, and the line of the clients ends there", () => {
    const model = toTopologyModel(calm, texts);
    expect(cardOf(calm, "db1")).toMatchObject({ emphasis: true, slots: [{ title: "PRIMARY", tone: "ok" }] });
    expect(model.chips.map(({ cardId, tone }) => [cardId, tone])).toEqual([
      [hostIds.db1, "ok"],
      [hostIds.db1, "ok"],
    ]);
    expect(model.edges.filter(({ kind }) => kind === "access")).toMatchObject([{ targetId: hostIds.db1 }]);
    expect(model.shelfLabel).toBe("On no host");
  });

  it("stand on three cards where the three differ", () => {
    const apart = withVip({ kernelHostIds: [hostIds.db2], wire: [{ mac: holderMac, hostId: hostIds.db3 }] });
    expect(cardOf(apart, "db1").emphasis).toBe(true);
    expect(chipsOf(apart, "kernel")).toMatchObject([{ cardId: hostIds.db2 }]);
    expect(chipsOf(apart, "wire")).toMatchObject([{ cardId: hostIds.db3, tone: "failed" }]);
  });

  it("show two holders as two failures, each with a line of the clients", () => {
    const both = withVip({ kernelHostIds: [hostIds.db1, hostIds.db3], tone: "failed" });
    const chips = chipsOf(both, "kernel");
    expect(chips.map(({ cardId, tone }) => [cardId, tone])).toEqual([
      [hostIds.db1, "failed"],
      [hostIds.db3, "failed"],
    ]);
    const model = toTopologyModel(both, texts);
    expect(new Set(model.chips.map(({ id }) => id)).size).toBe(3);
    expect(model.edges.filter(({ kind }) => kind === "access")).toHaveLength(2);
  });

  it("keep the chip and its line the same when the address moves, so that both travel", () => {
    const moved = withVip({
      kernelHostIds: [hostIds.db2],
      wire: [{ mac: conflictingMac, hostId: hostIds.db2 }],
    });
    const namesOf = (topology: Topology): unknown => {
      const { chips, edges } = toTopologyModel(topology, texts);
      return [chips.map(({ id }) => id), edges.filter(({ kind }) => kind === "access").map(({ id }) => id)];
    };
    expect(namesOf(moved)).toEqual(namesOf(calm));
  });

  it("name whoever answers and has no card: a host beside the cluster, and a stranger", () => {
    const { owners } = twoOwners;
    const strangers = withVip({
      wire: [
        { mac: holderMac, hostId: observerId },
        { mac: conflictingMac, hostId: null },
      ],
      wireVerdict: {
        ...twoOwners,
        owners: owners.map((one) =>
          one.hostId === null ? one : { ...one, hostId: observerId, name: "app1" },
        ),
      },
    });
    expect(chipsOf(strangers, "wire")).toMatchObject([
      { cardId: null, tone: "failed", detail: "app1" },
      {
        cardId: null,
        tone: "failed",
        detail: "a conflicting host",
        description: `${conflictingMac}, which belongs to no host of this cluster, answers for 10.86.0.100`,
      },
    ]);
  });

  it("say on the holder's card that nobody answers", () => {
    const silent = withVip({ wire: [], wireVerdict: noOwner });
    expect(chipsOf(silent, "wire")).toMatchObject([
      { cardId: hostIds.db1, tone: "warning", label: "no answer" },
    ]);
  });

  it("leave the wire empty where nobody could ask", () => {
    expect(chipsOf(unasked, "wire")).toEqual([]);
  });

  it("say of a paused address that it is", () => {
    expect(chipsOf(motley, "kernel")).toMatchObject([
      { detail: "write, paused", description: "10.86.0.100 is held by the kernel of db1, write VIP, paused" },
    ]);
  });
});

describe("an address that no host is known to hold", () => {
  const nobody = withVip({
    kernelHostIds: [],
    tone: "failed",
    summary: message("topology.vip_nobody", { address: "10.86.0.100" }),
  });

  it("is held by no host where every agent is heard", () => {
    expect(chipsOf(nobody, "kernel")).toMatchObject([
      { cardId: null, tone: "failed", description: "10.86.0.100 is held by no host, write VIP" },
    ]);
    expect(toTopologyModel(nobody, texts).shelfLabel).toBe("On no host");
  });

  const unknown = withVip({
    kernelHostIds: [],
    tone: "unknown",
    summary: message("topology.vip_unknown", { address: "10.86.0.100" }),
  });
  const rows: readonly (readonly [string, Topology])[] = [
    ["one answers whose agent is not heard", cutOff],
    ["no agent says anything", unknown],
    ["a host's agent is silent", withHost(hostIds.db3, { isStale: true }, nobody)],
  ];

  it.each(rows)("is unknown, and not nobody's, where %s", (_, topology) => {
    expect(chipsOf(topology, "kernel")).toMatchObject([
      { cardId: null, tone: "unknown", description: "No reachable host holds 10.86.0.100, write VIP" },
    ]);
    expect(toTopologyModel(topology, texts).shelfLabel).toBe("On no reachable host");
  });

  it("is so in Chinese too", () => {
    const zh = textsIn("zh");
    expect(chipsOf(cutOff, "kernel", zh)).toMatchObject([
      { description: "能听到的主机均未持有 10.86.0.100，写 VIP" },
    ]);
    expect(chipsOf(nobody, "kernel", zh)).toMatchObject([
      { description: "没有主机持有 10.86.0.100，写 VIP" },
    ]);
  });
});

describe("a host that answers by two Ethernet addresses", () => {
  it("has one chip, which names both", () => {
    expect(chipsOf(motley, "wire")).toMatchObject([
      {
        cardId: hostIds.db1,
        label: `${holderMac} +1`,
        description: `${holderMac}, ${secondMac} of db1 answer for 10.86.0.100`,
      },
    ]);
  });

  it("never shares its place with another chip", () => {
    const wire = [
      { mac: holderMac, hostId: hostIds.db1 },
      { mac: secondMac, hostId: hostIds.db1 },
      { mac: conflictingMac, hostId: hostIds.db2 },
    ];
    const { chips } = toTopologyModel(withVip({ wire }), texts);
    const places = chips.map(({ cardId, laneId, row }) => `${cardId} ${laneId} ${row}`);
    expect(new Set(places).size).toBe(chips.length);
    expect(new Set(chips.map(({ id }) => id)).size).toBe(chips.length);
  });
});

describe("what a card says to who does not see it", () => {
  it("is everything that is drawn on it, and what its lines say", () => {
    expect(cardOf(calm, "db1").description).toBe(
      "db1, 10.86.0.11, interface eth0: OK. Agent: Responding 0.1.0, 101 ms ago. Clients connect here through 10.86.0.100. Database PRIMARY, ONLINE, version 8.4.6, 201 ms ago.",
    );
    expect(cardOf(motley, "db2").description).toBe(
      "db2, 10.86.0.12, interface bond0.86: OK. Agent: Responding 0.1.0, 102 ms ago. Database SECONDARY, ONLINE, version 8.4.6, 202 ms ago. Queue 1204, lag 6.54 s.",
    );
  });

  it("says what is not known as unknown", () => {
    expect(cardOf(motley, "db3").description).toMatch(
      /Agent silent\. Agent: Not responding 0\.1\.0, stale, 21\.6 s old\./,
    );
    expect(cardOf(motley, "db3").description).toMatch(/Queue unknown, lag unknown\.$/);
    expect(cardOf(motley, "10.86.0.15").description).toMatch(
      /interface unknown: No agent\. .*version unknown/,
    );
  });

  it("has no English in Chinese but names", () => {
    const words = cardOf(motley, "db2", textsIn("zh")).description.replaceAll(
      /db2|bond0\.86|SECONDARY|ONLINE|[\d.:]+/g,
      "",
    );
    expect(words).toContain("队列");
    expect(words).not.toMatch(/。 |Queue|lag|interface|ago|Agent/);
  });

  it("lets who has no VIP open nothing", () => {
    expect(toTopologyModel(bare, texts).entries).toMatchObject([
      { isSelectable: false, description: "Clients: no VIP yet" },
    ]);
    expect(toTopologyModel(calm, texts).entries[0]?.isSelectable).not.toBe(false);
  });
});

describe("a host's card", () => {
  it("is heavier for the primary, and stands where its order says, whatever is wrong", () => {
    const titles = toTopologyModel({ ...motley, hosts: motley.hosts.toReversed() }, texts).cards.map(
      ({ title }) => title,
    );
    expect(titles).toEqual(["db1", "db2", "db3", "db4", "10.86.0.15"]);
    expect(cardOf(motley, "db2").emphasis).toBe(false);
  });

  it("says whose word it is that a dead primary is ONLINE, and is the heavier one no more", () => {
    const card = cardOf(fallen, "db1");
    expect(card).toMatchObject({
      emphasis: false,
      treatment: "database-dead",
      toneLabel: "Database dead",
      slots: [{ title: "PRIMARY", emphasis: false, tone: "warning", toneLabel: "ONLINE, as db2 says" }],
    });
    expect(card.description).toContain(
      "Database PRIMARY, ONLINE, as db2, db3 say, Server down, version 8.4.6",
    );
    const { edges } = toTopologyModel(fallen, texts);
    expect(edges.filter(({ kind }) => kind === "replication").map(({ tone }) => tone)).toEqual([
      "unknown",
      "unknown",
    ]);
    expect(cardOf(fallen, "db2").slots[0]?.toneLabel).toBe("ONLINE");
  });

  it("says that its group does not list a member, which is more than that nobody knows", () => {
    const member = { role: null, state: null, tone: "failed" as const };
    const of = (saidBy: string[]): string | undefined =>
      cardOf(
        withHost(hostIds.db2, {
          members: (calm.hosts[1]?.members ?? []).map((one) => ({ ...one, ...member, saidBy })),
        }),
        "db2",
      ).slots[0]?.toneLabel;
    expect([of(["db1", "db3"]), of([])]).toEqual(["not in the group", "unknown"]);
  });

  it("tells a host that hangs from one whose agent alone is silent", () => {
    const muted = (server: "answers" | "silent" | "down"): string =>
      cardOf(
        withHost(hostIds.db3, {
          condition: "agent_dead",
          tone: "warning",
          members: (calm.hosts[2]?.members ?? []).map((one) => ({ ...one, server })),
        }),
        "db3",
      ).toneLabel;
    expect([muted("answers"), muted("silent"), muted("down")]).toEqual([
      "Agent silent",
      "Host hangs",
      "Agent and database dead",
    ]);
  });

  it("is never drawn as well on old information", () => {
    const old = withHost(hostIds.db2, { isStale: true, ageMs: 14_000 });
    expect(cardOf(old, "db2")).toMatchObject({ treatment: "stale", tone: "unknown", age: { stale: true } });
  });

  it("is joined to the primary's by a line that says queue and lag where they are known", () => {
    const { edges } = toTopologyModel(motley, texts);
    const lines = edges.filter(({ kind }) => kind === "replication");
    expect(lines.map(({ targetId, label }) => [targetId, label])).toEqual([
      [hostIds.db2, "queue 1204 · lag 6.54 s"],
      [hostIds.db3, undefined],
      ["address:10.86.0.15", "queue 5 · lag 45 ms"],
    ]);
  });
});

describe("several addresses", () => {
  const model = toTopologyModel(reads, texts);

  it("have a row each, the same on every card whoever holds or answers, and say which kind they are", () => {
    expect(chipsOf(reads, "kernel").map(({ row, cardId, detail }) => [row, cardId, detail])).toEqual([
      [0, hostIds.db1, "write"],
      [1, hostIds.db2, "read"],
      [2, hostIds.db1, "read"],
    ]);
    expect(chipsOf(reads, "wire").map(({ row, cardId, detail }) => [row, cardId, detail])).toEqual([
      [0, hostIds.db1, ".100"],
      [1, hostIds.db2, ".101"],
      [2, hostIds.db1, ".102"],
    ]);
    const silent = { ...reads, vips: reads.vips.map((vip) => ({ ...vip, wire: [], kernelHostIds: [] })) };
    expect(toTopologyModel(silent, texts).lanes).toEqual(model.lanes);
    expect(model.lanes.map(({ rows }) => rows)).toEqual([3, 3]);
    expect(chipsOf(reads, "kernel", textsIn("zh")).map(({ detail }) => detail)).toEqual(["写", "读", "读"]);
  });

  it("are told to who does not see them", () => {
    expect(chipsOf(reads, "kernel").map(({ description }) => description)).toEqual([
      "10.86.0.100 is held by the kernel of db1, write VIP",
      "10.86.0.101 is held by the kernel of db2, read VIP",
      "10.86.0.102 is held by the kernel of db1, read VIP",
    ]);
    expect(cardOf(reads, "db1").description).toContain(
      "Clients connect here through 10.86.0.100. Reading clients connect here through 10.86.0.102.",
    );
  });

  it("are led to from two ways in, whose lines never say more than one address at one place", () => {
    expect(model.entries.map(({ title, subtitle, tone }) => [title, subtitle, tone])).toEqual([
      ["Clients that write", "10.86.0.100:3306", "ok"],
      ["Clients that read", "10.86.0.101:3306 +1", "ok"],
    ]);
    expect(model.entries[1]?.description).toMatch(
      /db2 holds 10\.86\.0\.101.*The primary, db1, holds the read VIP 10\.86\.0\.102/,
    );
    const lines = model.edges.filter(({ kind }) => kind === "access");
    expect(lines.map(({ sourceId, targetId, label }) => [sourceId, targetId, label])).toEqual([
      [model.entries[0]?.id, hostIds.db1, "10.86.0.100"],
      [model.entries[1]?.id, hostIds.db2, undefined],
      [model.entries[1]?.id, hostIds.db1, undefined],
    ]);
  });

  it("keep their way in where there is only one kind, and its tone is that of the worst of them", () => {
    const [write, ...others] = reads.vips;
    expect(toTopologyModel({ ...reads, vips: others }, texts).entries).toMatchObject([
      { title: "Clients that read" },
    ]);
    const one = others.map((vip, index) => ({ ...vip, tone: index === 0 ? ("warning" as const) : vip.tone }));
    const vips = [...(write === undefined ? [] : [write]), ...one];
    expect(toTopologyModel({ ...reads, vips }, texts).entries.map(({ tone }) => tone)).toEqual([
      "ok",
      "warning",
    ]);
    const off = vips.map((vip) => (vip.tone === "warning" ? { ...vip, isEnabled: false } : vip));
    expect(toTopologyModel({ ...reads, vips: off }, texts).entries[1]?.tone).toBe("ok");
  });
});

describe("the way in", () => {
  it("says the address, the port and the VIP's sentence", () => {
    const [clients] = toTopologyModel(withVip({ port: 6446, wireVerdict: oneOwner }), texts).entries;
    expect(clients).toMatchObject({
      subtitle: "10.86.0.100:6446",
      description: "db1 holds 10.86.0.100, and db1 answers for it.",
    });
  });
});
