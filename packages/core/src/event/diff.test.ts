import { formatMessage } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { assembleTopology } from "../topology/assemble";
import type { TopologySnapshot } from "../topology/snapshot";
import {
  idOf,
  macOf,
  mysqlOf,
  nowMs,
  rows,
  sightOf,
  snapshotWith,
  statusOf,
  vipStatusOf,
  wireOf,
} from "../topology/topology-snapshot.fixture";
import { type ComparedTopology, diffTopology, isSamePicture, rememberConditions } from "./diff";
import { memoryOf, recallMemory } from "./memory";

function texts(before: TopologySnapshot, after: TopologySnapshot): readonly string[] {
  const events = diffTopology(assembleTopology(before), assembleTopology(after));
  for (const event of events) expect(formatMessage(event.message, "zh")).not.toMatch(/\{\w+\}/);
  return events.map((event) => event.message.text);
}

const released = statusOf(2).nics.map((nic) => ({ ...nic, mac: macOf(1) }));
const bound = statusOf(1).nics.map((nic) => ({ ...nic, mac: macOf(2) }));

function switched(): TopologySnapshot {
  const mysql = (n: number): ReturnType<typeof mysqlOf> =>
    mysqlOf(n, { members: rows(["ONLINE", "ONLINE", "ONLINE"], 2) });
  return snapshotWith({
    agents: [
      sightOf(1, { mysql: mysql(1), vips: [vipStatusOf(false)], nics: released }),
      sightOf(2, { mysql: mysql(2), vips: [vipStatusOf(true)], nics: bound }),
      sightOf(3, { mysql: mysql(3) }),
    ],
    wire: [wireOf(3, 2, 100)],
  });
}

describe("diffTopology", () => {
  it("finds nothing between equal pictures, whatever their age", () => {
    expect(texts(snapshotWith(), snapshotWith({ observedAt: "2026-11-21T10:00:01.000Z" }))).toEqual([]);
    const older = snapshotWith({ agents: [sightOf(1, {}, 900), sightOf(2, {}, 700), sightOf(3, {}, 10)] });
    expect(texts(snapshotWith(), older)).toEqual([]);
    expect(isSamePicture(assembleTopology(snapshotWith()), assembleTopology(older))).toBe(true);
  });

  it("takes what waits on a member for no other picture, and its role for one", () => {
    const waiting = (change: Parameters<typeof mysqlOf>[1]): ComparedTopology =>
      assembleTopology(
        snapshotWith({ agents: [sightOf(1), sightOf(2), sightOf(3, { mysql: mysqlOf(3, change) })] }),
      );
    expect(isSamePicture(waiting({}), waiting({ appliedLagMs: 40, applyQueue: 7, certifyQueue: 2 }))).toBe(
      true,
    );
    expect(isSamePicture(waiting({}), waiting({ isSuperReadOnly: false }))).toBe(false);
  });

  it("tells once that an agent was lost and is back, though nothing was known of it in between", () => {
    const picture = (condition: "ok" | "agent_dead" | "unknown"): ComparedTopology => {
      const { hosts, ...rest } = assembleTopology(snapshotWith());
      return { ...rest, hosts: hosts.map((host) => (host.name === "db3" ? { ...host, condition } : host)) };
    };
    let known: ComparedTopology | null = null;
    const kinds: string[] = [];
    for (const condition of [
      "ok",
      "unknown",
      "agent_dead",
      "unknown",
      "agent_dead",
      "unknown",
      "ok",
    ] as const) {
      const next = picture(condition);
      if (known !== null) kinds.push(...diffTopology(known, next).map((event) => event.kind));
      // A watch may end after any picture; the next one has what is stored, and what the first remembered.
      known = recallMemory(next, memoryOf(rememberConditions(known, next)));
    }
    expect(kinds).toEqual(["agent_lost", "agent_back"]);
  });

  it("tells a switchover in order", () => {
    expect(texts(snapshotWith(), switched())).toEqual([
      "db2 is now the primary; it was db1.",
      "db1 released 10.77.0.100.",
      "db2 took 10.77.0.100.",
      `The answer for 10.77.0.100 now comes from db2 (${macOf(2)}).`,
    ]);
  });

  it("tells that a member changed its state, left and joined", () => {
    const seen = (states: readonly string[]): TopologySnapshot =>
      snapshotWith({
        agents: [1, 2].map((n) => sightOf(n, { mysql: mysqlOf(n, { members: rows(states) }) })),
        hosts: snapshotWith().hosts,
      });
    const unreachable = seen(["ONLINE", "ONLINE", "UNREACHABLE"]);
    const gone = seen(["ONLINE", "ONLINE", ""]);
    expect(texts(seen(["ONLINE", "ONLINE", "ONLINE"]), unreachable)).toEqual([
      "db3 is now UNREACHABLE; it was ONLINE.",
    ]);
    expect(texts(unreachable, gone)).toEqual(["db3 left the group."]);
    expect(texts(gone, seen(["ONLINE", "ONLINE", "RECOVERING"]))).toEqual(["db3 joined the group."]);
    const stopped = seen(["ONLINE", "ONLINE", "OFFLINE"]);
    expect([...texts(gone, stopped), ...texts(stopped, gone)]).toEqual([]);
  });

  it("does not call an address released because its host fell silent", () => {
    const silent = snapshotWith({
      agents: [sightOf(2), sightOf(3)],
      wire: [wireOf(2, 1, 100), wireOf(3, 1, 600)],
    });
    const said = texts(snapshotWith(), silent);
    expect(said).not.toContain("db1 released 10.77.0.100.");
  });

  it("tells a lost agent, host and database, and their return", () => {
    const deaf = (n: number): ReturnType<typeof sightOf> =>
      sightOf(n, {
        peers: statusOf(n).peers.map((peer) => ({ ...peer, isAgentAnswering: peer.hostId !== idOf(3) })),
      });
    const agentDead = snapshotWith({ agents: [deaf(1), deaf(2)] });
    expect(texts(snapshotWith(), agentDead)).toEqual(["The agent on db3 stopped answering."]);
    expect(texts(agentDead, snapshotWith())).toEqual(["The agent on db3 answers again."]);
    const mute = (n: number): ReturnType<typeof sightOf> =>
      sightOf(n, {
        peers: statusOf(n).peers.map((peer) => {
          const isThere = peer.hostId !== idOf(3);
          return { ...peer, isAgentAnswering: isThere, isHostAnswering: isThere };
        }),
      });
    const hostDead = snapshotWith({
      agents: [mute(1), mute(2)],
      ssh: [{ hostId: idOf(3), isReachable: false, askedAtMs: nowMs }],
    });
    expect(texts(snapshotWith(), hostDead)).toEqual(["db3 no longer answers on the network."]);
    expect(texts(hostDead, agentDead)).toEqual(["db3 answers on the network again."]);
    expect(texts(hostDead, snapshotWith())).toEqual(["db3 answers on the network again."]);
    const databaseDead = snapshotWith({
      agents: [sightOf(1), sightOf(2), sightOf(3, { mysql: mysqlOf(3, { reach: "down", members: [] }) })],
    });
    expect(texts(snapshotWith(), databaseDead)).toEqual(["The MySQL server on db3 stopped answering."]);
    expect(texts(databaseDead, snapshotWith())).toEqual(["The MySQL server on db3 answers again."]);
  });

  it("tells states that an operator must know of", () => {
    const conflict = snapshotWith({
      agents: [sightOf(1), sightOf(2, { vips: [vipStatusOf(false, { state: "CONFLICT" })] }), sightOf(3)],
    });
    expect(texts(snapshotWith(), conflict)).toEqual(["10.77.0.100 on db2: CONFLICT; it was STANDBY."]);
    const proving = snapshotWith({
      agents: [sightOf(1), sightOf(2, { vips: [vipStatusOf(false, { state: "PROVING" })] }), sightOf(3)],
    });
    expect(texts(snapshotWith(), proving)).toEqual([]);
  });

  it("raises the alarm when two machines answer", () => {
    const twice = snapshotWith({ wire: [{ ...wireOf(3, 1, 100), macs: [macOf(1), macOf(9)] }] });
    const events = diffTopology(assembleTopology(snapshotWith()), assembleTopology(twice));
    expect(events.map((event) => [event.kind, event.tone])).toEqual([["wire_duplicate", "failed"]]);
  });
});
