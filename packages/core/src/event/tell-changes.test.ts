import { formatMessage, message } from "@primacy/contract";
import type { NicStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { assembleTopology } from "../topology/assemble";
import type { AgentSight, TopologySnapshot } from "../topology/snapshot";
import {
  idOf,
  macOf,
  nowMs,
  snapshotWith,
  statusOf,
  vipAddress,
  vipId,
  wireOf,
} from "../topology/topology-snapshot.fixture";
import { type ComparedTopology, rememberConditions } from "./diff";
import { deafLook, heard, hostMs, looked, releasedAddress, took } from "./heard.fixture";
import { tellChanges } from "./tell-changes";
import type { TimedEvent } from "./time-events";

const observedAt = "2026-11-21T10:00:00.000Z";
const observedMs = Date.parse(observedAt);

/** A picture that was taken a moment before the one under test. */
function pictureBefore(change: Partial<TopologySnapshot> = {}): ComparedTopology {
  return assembleTopology(snapshotWith({ observedAt: "2026-11-21T09:59:59.000Z", ...change }));
}

function tell(change: Partial<TopologySnapshot>, before = pictureBefore()): readonly TimedEvent[] {
  const snapshot = snapshotWith({ observedAt, ...change });
  const events = tellChanges(before, assembleTopology(snapshot), snapshot);
  for (const event of events) expect(formatMessage(event.message, "zh")).not.toMatch(/\{\w+\}/);
  return events;
}

/** The kinds with how long before the picture each was seen, by whom, and on which host. */
function times(events: readonly TimedEvent[]): readonly unknown[] {
  return events.map(({ kind, observed: { atMs, seenBy, seenByHostName } }) => [
    kind,
    observedMs - atMs,
    seenByHostName ?? seenBy,
  ]);
}

const without: readonly NicStatus[] = statusOf(2).nics.map((nic) => ({ ...nic, mac: macOf(1) }));
const bare = (n: number): { nics: NicStatus[] } => ({
  nics: without.map((nic) => ({ ...nic, mac: macOf(n) })),
});
const calm = (n: number): { readonly agoMs: number } => ({ agoMs: 9_000 + n });

/** db2 and db3 after the crash of db1, which they noticed some seconds ago; the console hears of all of it only now. */
function survivors(): readonly AgentSight[] {
  const parts = ["UNREACHABLE", "ONLINE", "ONLINE"];
  const after = ["", "ONLINE", "ONLINE"];
  const follow = (n: number, lagMs: number, vip: ReturnType<typeof took>): AgentSight =>
    heard(n, [
      { agoMs: 8_000, change: looked(n, 8_000) },
      { agoMs: 6_000 - lagMs, change: looked(n, 6_000 - lagMs, { states: parts }) },
      { agoMs: 4_000, change: looked(n, 4_000, { states: parts }) },
      { agoMs: 1_500 - lagMs, change: looked(n, 1_500 - lagMs, { states: after, primary: 2 }) },
      { agoMs: 5, change: { ...looked(n, 500, { states: after, primary: 2 }), vips: [vip], ...bare(n) } },
    ]);
  return [follow(2, 0, took(2, 900)), follow(3, 400, releasedAddress(3, 99_000, message("reason.starting")))];
}

describe("the time of an event", () => {
  it("is that of the host that saw it first, whatever its clock shows and however late the console heard of it", () => {
    const crashed = heard(1, [
      { agoMs: 8_000, change: looked(1, 8_000) },
      {
        agoMs: 5,
        change: {
          ...deafLook(1, 7_400),
          vips: [releasedAddress(1, 7_350, message("reason.database_down"))],
          ...bare(1),
        },
      },
    ]);
    expect(times(tell({ agents: [crashed, ...survivors()], wire: [] }))).toEqual([
      ["database_lost", 7_400, "db1"],
      ["vip_released", 7_350, "db1"],
      ["member_left", 1_500, "db2"],
      ["primary_changed", 1_500, "db2"],
      ["vip_taken", 900, "db2"],
    ]);
  });

  it("is none of what was said before the other was true: one that always said so is no witness", () => {
    const frames = [20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0].map((agoSeconds) => agoSeconds * 1_000 + 5);
    const always = heard(
      1,
      frames.map((agoMs) => ({ agoMs, change: looked(1, agoMs) })),
    );
    const healed = (n: number): AgentSight =>
      heard(n, [
        { agoMs: 2_000, change: looked(n, 2_000, { states: ["UNREACHABLE", "ONLINE", "ONLINE"] }) },
        { agoMs: 300, change: looked(n, 300) },
      ]);
    const before = pictureBefore({
      agents: [2, 3].map((n) =>
        heard(n, [{ agoMs: 5, change: looked(n, 5, { states: ["UNREACHABLE", "ONLINE", "ONLINE"] }) }]),
      ),
    });
    const told = tell({ agents: [always, healed(2), healed(3)], wire: [] }, before);
    expect(times(told.filter(({ kind }) => kind === "member_state_changed"))).toEqual([
      ["member_state_changed", 300, "db2"],
    ]);
  });

  it("is the last sign of life where an agent or a host fell silent, be it a peer's", () => {
    const mute = (n: number, isHostAnswering: boolean): AgentSight => {
      const peers = (agoMs: number, isThere: boolean) => [
        {
          hostId: idOf(3),
          isHostAnswering: isThere || isHostAnswering,
          hostAskedMonotonicMs: hostMs(n, agoMs),
          isAgentAnswering: isThere,
          agentAskedMonotonicMs: hostMs(n, agoMs),
          agentRttMs: null,
        },
      ];
      return heard(n, [
        { agoMs: 5_000, change: { ...looked(n, 5_000), peers: peers(4_200 + n, true) } },
        { agoMs: 2_500, change: { ...looked(n, 2_500), peers: peers(2_500, false) } },
        { agoMs: 5, change: { ...looked(n, 5), peers: peers(500, false) } },
      ]);
    };
    const silent = heard(3, [{ agoMs: 4_600, change: looked(3, 4_600) }]);
    const agents = [mute(1, true), mute(2, true), silent];
    expect(times(tell({ agents, wire: [] }))).toEqual([["agent_lost", 4_201, "silence"]]);
    const off = { hostId: idOf(3), isReachable: false, askedAtMs: nowMs, reachedAtMs: nowMs - 4_000 };
    expect(times(tell({ agents: [mute(1, false), mute(2, false), silent], ssh: [off], wire: [] }))).toEqual([
      ["host_lost", 4_000, "silence"],
    ]);
  });

  it("is the age of the last frame where only the picture before knew it, and the console's where nobody does", () => {
    const deaf = [1, 2].map((n) =>
      heard(n, [
        {
          agoMs: 5,
          change: {
            ...looked(n, 5),
            peers: statusOf(n).peers.map((peer) => ({
              ...peer,
              isAgentAnswering: peer.hostId !== idOf(3),
              agentAskedMonotonicMs: hostMs(n, 100),
              hostAskedMonotonicMs: hostMs(n, 100),
            })),
          },
        },
      ]),
    );
    expect(times(tell({ agents: deaf, wire: [] }))).toEqual([["agent_lost", 1_100, "silence"]]);
    const unseen = (picture: ComparedTopology): ComparedTopology => ({
      ...picture,
      hosts: picture.hosts.map((host) => ({ ...host, ageMs: null })),
    });
    expect(times(tell({ agents: deaf, wire: [] }, unseen(pictureBefore())))).toEqual([
      ["agent_lost", 0, "console"],
    ]);
  });

  it("is that of the first question that a new owner answered, however long it was kept back", () => {
    const asks = (n: number, agoMs: number, macs: readonly string[]) => ({
      agoMs,
      change: {
        wire: [{ vipId, address: vipAddress, askedMonotonicMs: hostMs(n, agoMs + 10), macs: [...macs] }],
      },
    });
    const asker = heard(3, [
      asks(3, 4_000, [macOf(1)]),
      asks(3, 3_000, [macOf(2)]),
      asks(3, 2_000, [macOf(2)]),
      asks(3, 5, [macOf(2)]),
    ]);
    const told = tell({
      agents: [
        heard(1, [{ agoMs: 5, change: bare(1) }]),
        heard(2, [{ agoMs: 5, change: { vips: [took(2, 3_100)], ...bare(2) } }]),
        asker,
      ],
      wire: [wireOf(3, 2, 15)],
    });
    expect(times(told.filter(({ kind }) => kind.startsWith("wire_")))).toEqual([
      ["wire_owner_changed", 3_010, "db3"],
    ]);
  });
});

describe("why an address was let go", () => {
  const released = (
    reason: Parameters<typeof releasedAddress>[2],
    change = looked(1, 5),
  ): TimedEvent | undefined => {
    const holder = heard(1, [
      { agoMs: 5, change: { ...change, vips: [releasedAddress(1, 10, reason)], ...bare(1) } },
    ]);
    return tell({ agents: [holder, heard(2, [calm(2)]), heard(3, [calm(3)])] }).find(
      ({ kind }) => kind === "vip_released",
    );
  };
  const lost = message("reason.not_primary", { role: "SECONDARY", state: "ERROR" });
  const moved = message("reason.not_primary", { role: "SECONDARY", state: "ONLINE" });

  it.each([
    ["an operator's order", message("reason.operator_release"), "ok"],
    ["a switchover", moved, "ok"],
    ["a switchover of which the new primary told first", message("reason.peer_primary"), "ok"],
    ["a crash of its server", message("reason.database_down"), "warning"],
    ["an expelled server", lost, "warning"],
    ["a group that does not answer", message("reason.no_evidence", { limitMs: 2_000 }), "warning"],
  ] as const)("gives its tone: %s", (_, reason, tone) => {
    expect(released(reason)).toMatchObject({ tone, detail: { reason } });
  });

  it("is a warning where its server is down, whoever asked for the address", () => {
    expect(released(message("reason.peer_primary"), deafLook(1, 5))).toMatchObject({ tone: "warning" });
  });

  it("is told in both languages", () => {
    const event = released(message("reason.database_down"));
    expect(event?.message.text).toBe(
      "db1 released 10.77.0.100. The MySQL server of this host does not answer.",
    );
    expect(event && formatMessage(event.message, "zh")).toBe(
      "db1 释放了 10.77.0.100。本机的 MySQL 服务器没有应答。",
    );
  });

  it("is a warning where nobody says it, and none where the VIP was disabled", () => {
    const holder = heard(1, [{ agoMs: 5, change: { ...looked(1, 5), vips: [], ...bare(1) } }]);
    const others = [heard(2, [calm(2)]), heard(3, [calm(3)])];
    const toneOf = (change: Partial<TopologySnapshot>) =>
      tell({ agents: [holder, ...others], ...change }).find(({ kind }) => kind === "vip_released");
    expect(toneOf({})).toMatchObject({ tone: "warning", message: { code: "event.vip_released" } });
    const vips = snapshotWith().vips.map((vip) => ({ ...vip, isEnabled: false }));
    expect(toneOf({ vips })).toMatchObject({ tone: "ok" });
  });
});

it("what was told is compared with what was last known, as without its time", () => {
  const before = pictureBefore();
  expect(tell({}, rememberConditions(null, before))).toEqual([]);
});
