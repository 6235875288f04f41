import { formatMessage, message, quote, type Tone, type TopologyMember } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { diffTopology } from "../event/diff";
import { type AssembledTopology, assembleTopology } from "./assemble";
import { sampleMembers } from "./sample-members";
import type { AgentSight, ServerSight, TopologySnapshot } from "./snapshot";
import {
  idOf,
  mysqlOf,
  nowMs,
  rows,
  sightOf,
  snapshotWith,
  statusOf,
  vipStatusOf,
} from "./topology-snapshot.fixture";

const refused = message("server.said", {
  said: "connect ECONNREFUSED 10.77.0.11:3306",
  errorCode: "ECONNREFUSED",
});
const hung = message("server.too_slow");
const quick = { minExpelSeconds: 0, maxExpelSeconds: 0, isGreatSql: false, flpSeconds: null };

/** The agent of a host whose server its agent gets no answer from, and which let go of the VIP because of that. */
function lost(n: number, error = refused): AgentSight {
  const mysql = mysqlOf(n, { reach: "down", error, serverUuid: null, members: [] });
  return sightOf(n, { mysql, vips: [vipStatusOf(false)], nics: statusOf(2).nics });
}

/** A host whose kernel answers, and nothing else. */
function mute(n: number, server: Partial<ServerSight>): Partial<TopologySnapshot> {
  const others = [1, 2, 3].filter((one) => one !== n);
  const deaf = (one: number): AgentSight =>
    sightOf(one, {
      peers: statusOf(one).peers.map((peer) =>
        peer.hostId === idOf(n) ? { ...peer, isAgentAnswering: false } : peer,
      ),
    });
  const asked = {
    memberId: idOf(n),
    askedAtMs: nowMs - 500,
    version: null,
    isSuperReadOnly: null,
    view: null,
  };
  return {
    agents: others.map(deaf),
    servers: [{ ...asked, isAnswering: false, ...server }],
    ssh: [{ hostId: idOf(n), isReachable: true, askedAtMs: nowMs - 500 }],
  };
}

function memberOf(topology: AssembledTopology, n: number): TopologyMember | undefined {
  return topology.hosts.flatMap((host) => host.members).find((member) => member.memberId === idOf(n));
}

const at = (second: number): string => `2026-11-21T10:00:${String(second).padStart(2, "0")}.000Z`;

describe("a primary whose server is dead, before its group has noticed", () => {
  const agents = [lost(1), sightOf(2), sightOf(3)];
  const died = assembleTopology(
    snapshotWith({ agents, observedAt: at(3), wire: [] }),
    assembleTopology(snapshotWith()),
  );

  it("is said to be down, with nothing written, instead of that writes go to it", () => {
    expect(died.summary.text).toBe(
      "2 of 3 members online. The MySQL server of db1, the primary, is down, and the group has no new primary yet: no member accepts writes.",
    );
    expect(formatMessage(died.summary, "zh")).toBe(
      "3 个成员中有 2 个在线。主库 db1 的 MySQL 服务器已停止运行，组尚未选出新主库：目前无法写入。",
    );
    expect(died).toMatchObject({ tone: "failed", isWritable: false });
  });

  it("is still ONLINE only by the word of the others, who are named, beside the evidence", () => {
    expect(memberOf(died, 1)).toMatchObject({
      state: "ONLINE",
      role: "PRIMARY",
      saidBy: ["db2", "db3"],
      server: "down",
      lostSince: at(3),
      tone: "warning",
    });
    expect(died.problems.map((one) => one.text)).toEqual([
      "The MySQL server on db1 does not answer.",
      "The agent gets no answer from the MySQL server: Nothing listens on 10.77.0.11:3306.",
      "The group has not noticed yet: as seen by db2, db3, db1 is still ONLINE, PRIMARY.",
      "No host holds 10.77.0.100.",
    ]);
    expect(memberOf(died, 2)).toMatchObject({ server: "answers", lostSince: null, tone: "ok" });
  });

  it("has been so since it was first seen, and no longer once its server answers", () => {
    const later = assembleTopology(snapshotWith({ agents, observedAt: at(5), wire: [] }), died);
    expect(memberOf(later, 1)?.lostSince).toBe(at(3));
    const back = assembleTopology(snapshotWith({ observedAt: at(9) }), later);
    expect(memberOf(back, 1)).toMatchObject({ server: "answers", lostSince: null });
  });

  it("usually lasts as long as the live settings make it, and longer than that is said to be longer", () => {
    const usual = snapshotWith({ agents, failover: quick, observedAt: at(5), wire: [] });
    expect(assembleTopology(usual, died).summary.text).toMatch(/That usually lasts 6 s to 7\.2 s\.$/);
    const slow = { ...usual, failover: { ...quick, minExpelSeconds: 5, maxExpelSeconds: 5 } };
    expect(assembleTopology(slow, died).summary.text).toMatch(/That usually lasts 10\.2 s to 37 s\.$/);
    const late = { ...usual, observedAt: at(11) };
    expect(assembleTopology(late, died).summary.text).toMatch(/longer than the usual 6 s to 7\.2 s\.$/);
  });

  it("goes on being told while the group shows it as UNREACHABLE, until another is elected", () => {
    const seen = (n: number, states: readonly string[], primary: number): AgentSight =>
      sightOf(n, { mysql: mysqlOf(n, { members: rows(states, primary) }) });
    const noticed = ["UNREACHABLE", "ONLINE", "ONLINE"];
    const waiting = assembleTopology(
      snapshotWith({ agents: [lost(1), seen(2, noticed, 1), seen(3, noticed, 1)], wire: [] }),
      died,
    );
    expect(waiting.summary.code).toBe("topology.summary_lost");
    const elected = assembleTopology(
      snapshotWith({
        agents: [lost(1), seen(2, ["", "ONLINE", "ONLINE"], 2), seen(3, ["", "ONLINE", "ONLINE"], 2)],
      }),
      died,
    );
    expect(elected.summary.text).toMatch(
      /^Degraded: 2 of 3 members online, and the group tolerates no further failure\. Writes go to db2\./,
    );
    expect(elected).toMatchObject({ isWritable: true });
    // The others leave it out, which is a word too.
    expect(memberOf(elected, 1)).toMatchObject({ state: null, role: null, saidBy: ["db2", "db3"] });
  });

  it("is no primary either once it was started again and says itself that it is out", () => {
    const restarted = mysqlOf(1, {
      memberState: "OFFLINE",
      memberRole: null,
      members: rows(["OFFLINE"], 0),
    });
    const again = [sightOf(1, { mysql: restarted, vips: [vipStatusOf(false)], nics: statusOf(2).nics })];
    const topology = assembleTopology(
      snapshotWith({ agents: [...again, sightOf(2), sightOf(3)], observedAt: at(5), wire: [] }),
      died,
    );
    expect(memberOf(topology, 1)).toMatchObject({
      state: "ONLINE",
      saidBy: ["db2", "db3"],
      server: "outside",
      lostSince: at(3),
    });
    expect([topology.tone, topology.summary.text]).toEqual([
      "failed",
      "2 of 3 members online. The MySQL server of db1, the primary, has left its group, and the group has no new primary yet: no member accepts writes.",
    ]);
    expect(topology.problems.map((one) => one.text)).toEqual(
      expect.arrayContaining(["db1 itself says that it is out of its group."]),
    );
  });

  it("leaves no role and no state in its samples", () => {
    expect(sampleMembers(died, new Map())).toMatchObject([
      { role: null, state: null },
      { state: "ONLINE" },
      {},
    ]);
  });
});

describe("what is proved of a server", () => {
  const servers = (of: Partial<TopologySnapshot>): readonly (string | undefined)[] => {
    const { hosts } = assembleTopology(snapshotWith(of));
    return hosts.map((host) => `${host.condition} ${host.members[0]?.server}`);
  };

  it("tells a server that is gone from one that hangs", () => {
    expect(servers({ agents: [lost(1), lost(2, hung), sightOf(3)] })).toEqual([
      "database_dead down",
      "database_dead silent",
      "ok answers",
    ]);
  });

  it("tells a host that hangs from one whose agent alone is dead", () => {
    expect(servers(mute(1, {}))[0]).toBe("agent_dead silent");
    expect(servers(mute(1, { isRefused: true }))[0]).toBe("agent_dead down");
    expect(servers(mute(1, { isAnswering: true }))[0]).toBe("agent_dead answers");
    const problems = (server: Partial<ServerSight>): readonly string[] =>
      assembleTopology(snapshotWith(mute(1, server))).problems.map((one) => one.text);
    expect(problems({})).toEqual(
      expect.arrayContaining([
        "Neither the agent nor the MySQL server on db1 answers, though the host itself does.",
        "The console gets no answer from the MySQL server.",
      ]),
    );
    expect(problems({ isAnswering: true })).toEqual(
      expect.arrayContaining([
        "The agent on db1 does not answer, but the host does.",
        "Its MySQL server answers the console.",
      ]),
    );
  });

  it("is nothing where the console may be cut off itself", () => {
    const away = { ...mute(1, {}), ssh: [{ hostId: idOf(1), isReachable: false, askedAtMs: nowMs - 500 }] };
    expect(servers(away)[0]).toBe("agent_dead unknown");
    expect(assembleTopology(snapshotWith(away)).summary.text).toMatch(/^3 of 3 members online/);
  });

  it("is that it serves nobody where its whole host is gone", () => {
    const gone = (n: number): AgentSight =>
      sightOf(n, {
        peers: statusOf(n).peers.map((peer) =>
          peer.hostId === idOf(1) ? { ...peer, isHostAnswering: false, isAgentAnswering: false } : peer,
        ),
      });
    const off = {
      agents: [gone(2), gone(3)],
      ssh: [{ hostId: idOf(1), isReachable: false, askedAtMs: nowMs - 500 }],
    };
    expect(servers(off)[0]).toBe("host_dead silent");
    expect(assembleTopology(snapshotWith(off)).summary.text).toMatch(
      /online\. db1, the primary's host, is gone, and/,
    );
  });

  it("is that it answers, where it does so but refuses its agent or cannot be read", () => {
    const denied = sightOf(1, {
      mysql: mysqlOf(1, { reach: "denied", error: quote("Access denied"), members: [] }),
    });
    const unread = sightOf(2, {
      mysql: mysqlOf(2, { error: quote("{}"), serverUuid: null, members: [] }),
    });
    expect(servers({ agents: [denied, unread, sightOf(3)] })).toEqual([
      "ok answers",
      "ok answers",
      "ok answers",
    ]);
  });
});

describe("a write VIP", () => {
  const free = (n: number): AgentSight =>
    sightOf(n, {
      mysql: mysqlOf(n, { members: rows(["ONLINE", "ONLINE", "ONLINE"], 2) }),
      vips: [vipStatusOf(false)],
      nics: statusOf(2).nics,
    });
  const free3 = [free(1), free(2), free(3)];
  const begun = assembleTopology(
    snapshotWith({ agents: free3, observedAt: at(1), wire: [] }),
    assembleTopology(snapshotWith()),
  );
  const later = (second: number, change: Partial<TopologySnapshot> = {}): AssembledTopology =>
    assembleTopology(
      snapshotWith({ agents: free3, observedAt: `2026-11-21T10:00:0${second}Z`, wire: [], ...change }),
      begun,
    );

  it("is on its way, and not lost, for as long as it takes to follow a new primary", () => {
    for (const topology of [begun, later(1.9)])
      expect([topology.tone, topology.summary.text, topology.problems]).toEqual([
        "busy",
        "3 of 3 members online. Writes go to db2. VIP 10.77.0.100 is moving there.",
        [],
      ]);
    expect(later(2.1)).toMatchObject({ tone: "failed", summary: { code: "topology.summary_nobody" } });
  });

  it("is lost at once where no primary changed, or where it is paused", () => {
    const nobody = [1, 2, 3].map((n) => sightOf(n, { vips: [vipStatusOf(false)], nics: statusOf(2).nics }));
    const stopped = assembleTopology(
      snapshotWith({ agents: nobody, wire: [] }),
      assembleTopology(snapshotWith()),
    );
    expect(stopped).toMatchObject({ tone: "failed", summary: { code: "topology.summary_nobody" } });
    const paused = { hostId: idOf(1), since: at(0) };
    const vips = snapshotWith().vips.map((vip) => ({ ...vip, paused }));
    expect(later(1.5, { vips }).summary.code).toBe("topology.summary_paused_nobody");
  });

  it("leads nowhere while its holder's server is dead", () => {
    const holding = sightOf(1, { mysql: mysqlOf(1, { reach: "down", error: hung, members: [] }) });
    const topology = assembleTopology(snapshotWith({ agents: [holding, sightOf(2), sightOf(3)] }));
    expect(topology.vips[0]).toMatchObject({ tone: "failed", summary: { code: "topology.vip_at_lost" } });
  });
});

describe("the tone of a cluster", () => {
  const secondaryDied = snapshotWith({ agents: [sightOf(1), sightOf(2), lost(3)] });
  type Row = readonly [title: string, of: TopologySnapshot, tone: Tone, summary: RegExp];
  const view = (states: readonly string[], primary: number, n: number): AgentSight =>
    sightOf(n, { mysql: mysqlOf(n, { members: rows(states, primary) }) });
  const table: readonly Row[] = [
    ["all is well", snapshotWith(), "ok", /^3 of 3 members online\. Writes go to db1\./],
    [
      "a secondary died and writes work",
      secondaryDied,
      "warning",
      /^Degraded: 2 of 3 members online, and the group tolerates no further failure\. Writes go to db1\. db1 holds VIP/,
    ],
    [
      "a secondary is stopped",
      snapshotWith({
        agents: [1, 2, 3].map((n) => view(["ONLINE", "ONLINE", n === 3 ? "OFFLINE" : ""], 1, n)),
      }),
      "warning",
      /^Degraded: 2 of 3 members online, and the group tolerates no further failure\./,
    ],
    [
      "a secondary recovers",
      snapshotWith({ agents: [1, 2, 3].map((n) => view(["ONLINE", "ONLINE", "RECOVERING"], 1, n)) }),
      "busy",
      /^2 of 3 members online\. Writes go to db1\./,
    ],
    [
      "the primary died",
      snapshotWith({ agents: [lost(1), sightOf(2), sightOf(3)] }),
      "failed",
      /^2 of 3 members online\. The MySQL server of db1/,
    ],
    [
      "two of three died, which nobody but their agents knows yet",
      snapshotWith({ agents: [sightOf(1), lost(2), lost(3)] }),
      "failed",
      /^1 of 3 members online\. The group has lost db2, db3, and without a majority/,
    ],
    [
      "there is no primary",
      snapshotWith({ agents: [1, 2, 3].map((n) => view(["ONLINE", "ONLINE", "ONLINE"], 0, n)), vips: [] }),
      "failed",
      /There is no primary/,
    ],
    [
      "an agent alone is dead",
      snapshotWith(mute(2, { isAnswering: true })),
      "warning",
      /^3 of 3 members online\./,
    ],
  ];
  it.each(table)("is right where %s", (_title, of, tone, summary) => {
    const topology = assembleTopology(of);
    expect([topology.tone, topology.summary.text]).toEqual([tone, expect.stringMatching(summary)]);
    for (const text of [topology.summary, ...topology.problems])
      expect(formatMessage(text, "zh")).not.toMatch(/\{\w+/);
  });

  it("says how many more failures a larger group tolerates", () => {
    const five = (dead: number): TopologySnapshot => {
      const numbers = [1, 2, 3, 4, 5];
      const members = rows(numbers.map(() => "ONLINE"));
      const base = snapshotWith();
      return snapshotWith({
        members: numbers
          .map((n) => ({ ...base.members[0], memberId: idOf(n), serverUuid: idOf(n), hostId: idOf(n) }))
          .map((one) => ({ address: "10.77.0.11", port: 3306, ...one })),
        hosts: numbers.map((n) => ({
          hostId: idOf(n),
          name: `db${n}`,
          address: `10.77.0.1${n}`,
          agentState: "answering" as const,
          agentVersion: null,
          macs: [],
        })),
        agents: numbers.map((n) => (n > 5 - dead ? lost(n) : sightOf(n, { mysql: mysqlOf(n, { members }) }))),
        vips: [],
        wire: [],
      });
    };
    expect(assembleTopology(five(1)).summary.text).toMatch(
      /^Degraded: 4 of 5 .* tolerates one further failure\./,
    );
    expect(assembleTopology(five(2)).summary.text).toMatch(
      /^Degraded: 3 of 5 .* tolerates no further failure\./,
    );
  });

  it("makes the loss of a secondary a warning among the events, and that of the primary a failure", () => {
    const told = (after: TopologySnapshot): readonly (readonly [string, Tone])[] =>
      diffTopology(assembleTopology(snapshotWith()), assembleTopology(after))
        .filter(({ kind }) => kind === "database_lost" || kind === "member_left")
        .map(({ kind, tone }) => [kind, tone] as const);
    expect(told(secondaryDied)).toEqual([["database_lost", "warning"]]);
    expect(told(snapshotWith({ agents: [lost(1), sightOf(2), sightOf(3)] }))).toEqual([
      ["database_lost", "failed"],
    ]);
    const left = [view(["ONLINE", "ONLINE", ""], 1, 1), view(["ONLINE", "ONLINE", ""], 1, 2)];
    expect(told(snapshotWith({ agents: left }))).toEqual([["member_left", "warning"]]);
  });
});
