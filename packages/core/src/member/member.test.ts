import { type Check, formatMessage, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { checkMember, memberChecks } from "./check-member";
import { describeMember } from "./describe-member";
import type { MemberActionGiven } from "./member-needs";
import { type MemberParty, planMember } from "./plan-member";
import {
  type AnsweringServer,
  type GroupAround,
  isInGroup,
  type MemberServer,
  type MemberSnapshot,
} from "./snapshot";

const group = "0e000000-0000-4000-8000-00000000000e";
const uuid = (n: number): string => `0000000${n}-0000-4000-8000-00000000000${n}`;
const gtids = { executed: `${group}:1-100`, received: "", purged: "" };

function server(change: Partial<AnsweringServer> = {}): AnsweringServer {
  return {
    kind: "answering",
    uuid: uuid(3),
    state: "OFFLINE",
    groupName: group,
    isBootstrapping: false,
    isOfflineMode: false,
    isSuperReadOnly: true,
    gtids: { ...gtids, executed: `${group}:1-90` },
    hasClone: false,
    cloneThreshold: Number.MAX_SAFE_INTEGER,
    cloning: "not_cloning",
    ...change,
  };
}

/** As the others of three say it of a group that db3 is out of. */
function around(change: Partial<GroupAround> = {}): GroupAround {
  const count = change.onlineCount ?? 2;
  return {
    onlineCount: count,
    presentCount: count,
    voterCount: count,
    listedState: null,
    isPrimary: false,
    isSinglePrimary: true,
    ...change,
  };
}

/** db3 of three is out of its group, ten transactions behind; the others are sound. */
function snapshot(change: Partial<MemberSnapshot> = {}): MemberSnapshot {
  return {
    action: "start",
    isPrimaryAllowed: false,
    isCloneAllowed: false,
    name: "db3",
    hostName: "db3",
    address: "10.77.0.13",
    port: 3306,
    serverUuid: uuid(3),
    server: server(),
    groupName: group,
    group: around(),
    registeredCount: 3,
    vipAddress: "10.77.0.100",
    readAddresses: [],
    pausedReadAddresses: [],
    vipPause: null,
    peers: ["db1", "db2"].map((name) => ({ name, gtids, hasClone: false })),
    names: new Map([1, 2, 3].map((n) => [uuid(n), `db${n}`])),
    ...change,
  };
}

/** db3 is a member like the others, and is to be stopped. */
function online(change: Partial<MemberSnapshot> = {}): MemberSnapshot {
  return snapshot({
    action: "stop",
    server: server({ state: "ONLINE", gtids }),
    group: inGroup,
    ...change,
  });
}

function find(code: string, of: MemberSnapshot): Check | undefined {
  return checkMember(of).report.checks.find((check) => check.code === code);
}

const silent = (why: "down" | "offline_mode" | "unknown"): MemberServer => ({
  kind: "silent",
  why,
  reason: message("why.no_answer"),
});
const errant = server({ gtids: { ...gtids, executed: `${group}:1-90,${uuid(3)}:1-2:t:4` } });
const inGroup = around({ onlineCount: 3, listedState: "ONLINE" });
const expelling = around({ voterCount: 3, listedState: "UNREACHABLE" });
const purgedPeers = ["db1", "db2"].map((name) => ({
  name,
  gtids: { ...gtids, purged: `${group}:1-95` },
  hasClone: true,
}));

describe("what stands against an action on a member", () => {
  it("is nothing for a stopped member that only lags, and for one of three that stops", () => {
    for (const of of [snapshot(), snapshot({ action: "rejoin", server: server({ state: "ERROR" }) })])
      expect(checkMember(of).report.checks.filter((check) => check.result !== "pass")).toEqual([]);
    expect(checkMember(online()).report.hasFailures).toBe(false);
  });

  type Row = readonly [title: string, evidence: string, of: MemberSnapshot, result: string];
  const rows: readonly Row[] = [
    ["a mysqld that does not run", "member_server.fail_down", snapshot({ server: silent("down") }), "fail"],
    ["a server that is silent", "member_server.fail", snapshot({ server: silent("unknown") }), "fail"],
    [
      "a server in offline mode that lets nobody in",
      "member_server.fail_offline_mode",
      snapshot({ server: silent("offline_mode") }),
      "fail",
    ],
    [
      "a server without Group Replication",
      "member_group.fail_none",
      snapshot({ server: server({ state: null }) }),
      "fail",
    ],
    [
      "a server of another group",
      "member_group.fail_other",
      snapshot({ server: server({ groupName: uuid(9) }) }),
      "fail",
    ],
    [
      "a server that would found a second group",
      "member_group.fail_bootstrap",
      snapshot({ server: server({ isBootstrapping: true }) }),
      "fail",
    ],
    [
      "offline mode on a server that lets the console in",
      "member_offline_mode.warn",
      snapshot({ server: server({ isOfflineMode: true }) }),
      "warn",
    ],
    [
      "starting what is in the group",
      "member_action.fail_in_group",
      snapshot({ server: server({ state: "RECOVERING" }), group: inGroup }),
      "fail",
    ],
    [
      "starting what was expelled and has not noticed",
      "member_action.fail_expelled",
      snapshot({ server: server({ state: "ONLINE" }) }),
      "fail",
    ],
    [
      "rejoining it",
      "member_action.pass_expelled",
      snapshot({ action: "rejoin", server: server({ state: "ONLINE" }) }),
      "pass",
    ],
    [
      "rejoining what the others cannot reach now",
      "member_action.fail_undecided",
      snapshot({ action: "rejoin", server: server({ state: "ONLINE" }), group: expelling }),
      "fail",
    ],
    ["a member that is being expelled", "member_listed.warn", snapshot({ group: expelling }), "warn"],
    [
      "a group without majority",
      "majority.fail",
      snapshot({ group: { ...expelling, onlineCount: 1, presentCount: 1 } }),
      "fail",
    ],
    [
      "no group",
      "member_majority.fail_none",
      snapshot({ group: around({ onlineCount: 0 }), peers: [] }),
      "fail",
    ],
    ["nobody to compare with", "member_gtids.fail_unknown", snapshot({ peers: [] }), "fail"],
    ["errant transactions", "member_gtids.fail", snapshot({ server: errant }), "fail"],
    ["purged transactions without clone", "member_donor.fail", snapshot({ peers: purgedPeers }), "fail"],
    [
      "purged transactions with clone",
      "member_donor.warn_purged",
      snapshot({ peers: purgedPeers, server: server({ hasClone: true }) }),
      "warn",
    ],
    [
      "a clone that nobody asked for",
      "member_clone.fail",
      snapshot({ peers: purgedPeers, server: server({ hasClone: true }) }),
      "fail",
    ],
    [
      "a clone by an operator who says so",
      "member_clone.warn",
      snapshot({ isCloneAllowed: true, peers: purgedPeers, server: server({ hasClone: true }) }),
      "warn",
    ],
    [
      "stopping what is being cloned",
      "member_cloning.fail",
      online({
        server: server({ state: "RECOVERING", cloning: "cloning" }),
        group: around({ presentCount: 3, voterCount: 3, listedState: "RECOVERING" }),
      }),
      "fail",
    ],
    [
      "rejoining what is being cloned",
      "member_cloning.fail",
      snapshot({ action: "rejoin", server: server({ state: "RECOVERING", cloning: "cloning" }) }),
      "fail",
    ],
    [
      "rejoining what may be being cloned, for all that can be known",
      "member_cloning.fail_unknown",
      snapshot({ action: "rejoin", server: server({ state: "RECOVERING", cloning: "unknown" }) }),
      "fail",
    ],
    [
      "a server that is another one than was registered",
      "member_server.fail_other",
      snapshot({ server: server({ uuid: uuid(9) }) }),
      "fail",
    ],
    [
      "stopping such a server",
      "member_server.fail_other",
      online({ server: server({ uuid: uuid(9), state: "ONLINE" }) }),
      "fail",
    ],
    [
      "more missing than the clone threshold",
      "member_donor.warn_threshold",
      snapshot({
        peers: snapshot().peers.map((peer) => ({ ...peer, hasClone: true })),
        server: server({ hasClone: true, cloneThreshold: 9 }),
      }),
      "warn",
    ],
    ["stopping what is stopped", "member_action.fail_stopped", online({ server: server() }), "fail"],
    ["the last voter but one of three", "member_voters.warn", online(), "warn"],
    [
      "a stop that leaves one of three",
      "member_voters.fail",
      online({ group: around({ listedState: "ONLINE" }) }),
      "fail",
    ],
    [
      "a stop while another voter is unreachable",
      "member_voters.fail",
      online({ group: around({ voterCount: 3, listedState: "ONLINE" }) }),
      "fail",
    ],
    [
      "a stop that nobody else could survive or witness",
      "member_voters.fail_unknown",
      online({ group: around({ onlineCount: 0 }) }),
      "fail",
    ],
    [
      "a stop of one of two",
      "member_voters.fail",
      online({ registeredCount: 2, group: around({ listedState: "ONLINE" }) }),
      "fail",
    ],
    [
      "a stop of one of five",
      "member_voters.pass",
      online({ registeredCount: 5, group: around({ onlineCount: 5, listedState: "ONLINE" }) }),
      "pass",
    ],
    [
      "a stop that leaves one ONLINE and one that recovers",
      "member_voters.warn",
      online({ group: around({ presentCount: 3, voterCount: 3, listedState: "ONLINE" }) }),
      "warn",
    ],
    [
      "a stop of the last one that is ONLINE",
      "member_voters.fail",
      online({ group: around({ onlineCount: 1, presentCount: 3, voterCount: 3, listedState: "ONLINE" }) }),
      "fail",
    ],
    [
      "a stop of what only recovers in a group of two",
      "member_voters.warn",
      online({
        registeredCount: 2,
        server: server({ state: "RECOVERING" }),
        group: around({ onlineCount: 1, presentCount: 2, voterCount: 2, listedState: "RECOVERING" }),
      }),
      "warn",
    ],
    [
      "a stop of what the other one of two does not reach",
      "member_voters.fail",
      online({
        registeredCount: 2,
        server: server({ state: "ONLINE" }),
        group: around({ onlineCount: 1, voterCount: 2, listedState: "UNREACHABLE" }),
      }),
      "fail",
    ],
    [
      "a start while another member recovers",
      "majority.pass",
      snapshot({ group: around({ onlineCount: 1, presentCount: 2, voterCount: 2 }) }),
      "pass",
    ],
    [
      "a stop of what is in ERROR",
      "member_voters.pass_none",
      online({ server: server({ state: "ERROR" }), group: snapshot().group }),
      "pass",
    ],
    [
      "a stop of the primary",
      "member_primary.fail",
      online({ group: { ...inGroup, isPrimary: true } }),
      "fail",
    ],
    [
      "a stop of the primary by an operator who says so",
      "member_primary.warn",
      online({ isPrimaryAllowed: true, group: { ...inGroup, isPrimary: true } }),
      "warn",
    ],
    [
      "a stop of one of several primaries",
      "member_primary.fail_multi",
      online({ group: { ...inGroup, isPrimary: true, isSinglePrimary: false } }),
      "fail",
    ],
    [
      "a stop of one of several primaries by an operator who says so",
      "member_primary.warn_multi",
      online({ isPrimaryAllowed: true, group: { ...inGroup, isPrimary: true, isSinglePrimary: false } }),
      "warn",
    ],
  ];
  it.each(rows)("%s: %s", (_title, evidence, of, result) => {
    const { report } = checkMember(of);
    const check = report.checks.find((one) => one.evidence.code === `check.${evidence}`);
    expect(check?.result).toBe(result);
    expect(report.hasFailures).toBe(report.checks.some((one) => one.result === "fail"));
    for (const one of report.checks) {
      if (one.result === "fail") expect(one.remedy).not.toBeNull();
      for (const text of [one.title, one.evidence, ...(one.remedy === null ? [] : [one.remedy])])
        for (const locale of ["en", "zh"] as const)
          expect(formatMessage(text, locale)).not.toMatch(/\{\w+\}/);
    }
  });

  it("is told all at once", () => {
    const both = snapshot({
      server: { ...errant, isBootstrapping: true, groupName: uuid(9) },
      peers: purgedPeers,
      group: { ...expelling, onlineCount: 1, presentCount: 1 },
    });
    const failed = checkMember(both).report.checks.filter((check) => check.result === "fail");
    expect(failed.map((check) => check.evidence.code)).toEqual([
      "check.member_group.fail_other",
      "check.member_group.fail_bootstrap",
      "check.majority.fail",
      "check.member_gtids.fail",
      "check.member_donor.fail",
    ]);
  });
});

describe("the declared checks of an action on a member", () => {
  /** A member that shows all that any check needs, and warns of. */
  const shown = { isOfflineMode: true, hasClone: true, cloning: "unknown" } as const;
  const whole = snapshot({ peers: purgedPeers, server: server(shown) });
  const made = (of: MemberSnapshot): string[] => checkMember(of).report.checks.map(({ code }) => code);

  it("are made in their order, those of a join or those of a stop", () => {
    expect(made(whole)).toEqual([
      "member_server",
      "member_group",
      "member_offline_mode",
      "member_action",
      "member_cloning",
      "majority",
      "member_listed",
      "member_gtids",
      "member_donor",
      "member_clone",
    ]);
    const ofStop = ["member_server", "member_action", "member_cloning", "member_voters", "member_primary"];
    expect(made({ ...whole, action: "stop" })).toEqual(ofStop);
  });

  /** For each need, what is shown where that alone is missing. */
  const lacking: Readonly<Record<Exclude<keyof MemberActionGiven, "nothing">, Partial<MemberSnapshot>>> = {
    server: { server: silent("unknown") },
    state: { server: server({ ...shown, state: null }) },
    outside: { server: server({ ...shown, state: "RECOVERING" }), group: inGroup },
    comparison: { peers: [] },
  };
  const needing = memberChecks.flatMap(({ code, needs }) => (needs === "nothing" ? [] : [{ code, needs }]));

  it.each(needing)("leave out $code where what it needs is missing: $needs", ({ code, needs }) => {
    expect(made(whole)).toContain(code);
    expect(made({ ...whole, ...lacking[needs] })).not.toContain(code);
  });

  it.each(Object.entries(lacking))("say what is missing instead: %s", (_needs, change) => {
    expect(checkMember({ ...whole, server: server(), peers: snapshot().peers }).report.hasFailures).toBe(
      false,
    );
    expect(checkMember({ ...whole, ...change }).report.hasFailures).toBe(true);
  });
});

describe("the difference of a member from its group", () => {
  it("names every errant transaction with its source, and what is missing", () => {
    expect(checkMember(snapshot({ server: errant })).difference).toEqual({
      missing: [{ uuid: group, tag: null, intervals: "91-100", count: 10, memberName: null }],
      missingCount: 10,
      errant: [
        { uuid: uuid(3), tag: null, intervals: "1-2", count: 2, memberName: "db3" },
        { uuid: uuid(3), tag: "t", intervals: "4", count: 1, memberName: "db3" },
      ],
      errantCount: 3,
      donors: ["db1", "db2"],
    });
    expect(find("member_gtids", snapshot({ server: errant }))?.evidence.text).toContain(`${uuid(3)}:1-2:t:4`);
  });

  it("counts what a server received as its own, as the group does", () => {
    const received = { executed: `${group}:1-90`, received: `${group}:91-95`, purged: "" };
    const at = (peer: string, own = received): ReturnType<typeof checkMember>["difference"] =>
      checkMember(
        snapshot({
          server: server({ gtids: own }),
          peers: [
            {
              name: "db1",
              gtids: { executed: `${group}:1-92`, received: peer, purged: "" },
              hasClone: false,
            },
          ],
        }),
      ).difference;
    expect(at(`${group}:93-100`)).toMatchObject({ missingCount: 5, errantCount: 0 });
    expect(at("")).toMatchObject({ missingCount: 0, errantCount: 3 });
  });

  it("names as donors those alone that have all of it in their binary logs", () => {
    const [db1, db2] = [
      { ...gtids, purged: `${group}:1-91` },
      { ...gtids, purged: `${group}:1-90` },
    ];
    const peers = [
      { name: "db1", gtids: db1, hasClone: false },
      { name: "db2", gtids: db2, hasClone: false },
    ];
    expect(checkMember(snapshot({ peers })).difference?.donors).toEqual(["db2"]);
    expect(checkMember(snapshot({ peers })).report.hasFailures).toBe(false);
  });

  it("is not made where a set cannot be read, and nothing is started then", () => {
    const judged = checkMember(snapshot({ server: server({ gtids: { ...gtids, executed: "0-1-100" } }) }));
    expect(judged.difference).toBeNull();
    expect(judged.report.hasFailures).toBe(true);
  });
});

describe("a difference of very many transactions", () => {
  const gaps = Array.from({ length: 40_000 }, (_, at) => 2 * at + 2).join(":");
  const of = snapshot({
    server: server({ gtids: { ...gtids, executed: `${group}:1-90,${uuid(3)}:${gaps}` } }),
  });

  it("is told by its beginning, and counted whole", () => {
    const { report, difference, compared } = checkMember(of);
    expect(difference?.errantCount).toBe(40_000);
    expect(difference?.errant[0]?.intervals.length).toBeLessThan(4_100);
    expect(difference?.errant[0]?.intervals).toMatch(/^2:4:6:[\d:]* …$/);
    const told = report.checks.find((check) => check.code === "member_gtids")?.evidence.text ?? "";
    expect(told.length).toBeLessThan(2_000);
    expect(told).toContain(" … ");
    expect(compared?.errant).toBe(`${uuid(3)}:${gaps}`);
  });
});

describe("the plan of an action on a member", () => {
  const party: MemberParty = {
    clusterId: "c",
    memberId: "m3",
    serverUuid: uuid(3),
    name: "db3",
    hostId: null,
  };
  const plan = (of: MemberSnapshot): ReturnType<typeof planMember> =>
    planMember(party, of, checkMember(of), 600);
  const codes = (of: MemberSnapshot): string[] => plan(of).steps.map((step) => step.code);
  const consequences = (of: MemberSnapshot): string[] => plan(of).consequences.map((one) => one.code);

  it("shows the statements exactly", () => {
    const shown = (of: MemberSnapshot): string[] =>
      plan(of).steps.flatMap((step) => step.preview.map((one) => one.text));
    expect(shown(online())).toEqual(["STOP GROUP_REPLICATION"]);
    expect(shown(snapshot())).toEqual(["START GROUP_REPLICATION"]);
    expect(shown(snapshot({ action: "rejoin" }))).toEqual([
      "STOP GROUP_REPLICATION",
      "START GROUP_REPLICATION",
    ]);
  });

  it("stops a member in ERROR before it starts it, for its Group Replication still runs", () => {
    expect(codes(snapshot())).toEqual(["member.start", "member.await_online"]);
    expect(codes(snapshot({ server: server({ state: "ERROR" }) }))).toEqual([
      "member.stop",
      "member.start",
      "member.await_online",
    ]);
  });

  it("says of a start and a rejoin where the VIP is paused that the address does not come back with the member", () => {
    for (const action of ["start", "rejoin"] as const) {
      const code = "consequence.member_join_paused";
      expect(consequences(snapshot({ action, vipPause: { kind: "here" } }))).toContain(code);
      for (const vipPause of [{ kind: "elsewhere", hostName: "db2" }, { kind: "nowhere" }] as const)
        expect(consequences(snapshot({ action, vipPause }))).not.toContain(code);
      expect(consequences(snapshot({ action }))).not.toContain(code);
    }
  });

  it("says how many voters remain, what the loss of the primary means, and until when a start may last", () => {
    expect(
      plan(online())
        .consequences.map((one) => one.text)
        .join(" "),
    ).toContain("2 of 3 voters remain");
    expect(consequences(online())).toEqual(["consequence.member_stop", "consequence.member_fragile"]);
    const primary = online({ isPrimaryAllowed: true, group: { ...inGroup, isPrimary: true } });
    expect(consequences(primary)).toContain("consequence.member_stop_primary_vip");
    expect(consequences({ ...primary, vipAddress: null })).toContain("consequence.member_stop_primary");
    expect(consequences({ ...primary, readAddresses: ["10.77.0.101"] })).toContain(
      "consequence.member_stop_reads",
    );
    const paused = plan(online({ pausedReadAddresses: ["10.77.0.102"] })).consequences;
    const told = paused.find(({ code }) => code === "consequence.member_stop_reads_paused");
    expect(told?.text).toContain("serves again or you resume them: 10.77.0.102.");
    const writer = { ...primary, group: { ...primary.group, isSinglePrimary: false } };
    expect(consequences(writer)).toContain("consequence.member_stop_writer");
    expect(
      plan(snapshot())
        .consequences.map((one) => one.text)
        .join(" "),
    ).toContain("within 10 min");
    expect(consequences(snapshot({ group: expelling }))).toContain("consequence.member_listed");
  });

  it("says of the stop of the primary who may take an address that is paused: its host where elected, else nobody", () => {
    const primary = online({ isPrimaryAllowed: true, group: { ...inGroup, isPrimary: true } });
    const textOf = (vipPause: MemberSnapshot["vipPause"], locale: "en" | "zh" = "en"): string => {
      const told = plan({ ...primary, vipPause }).consequences;
      expect(told.map((one) => one.code)).not.toContain("consequence.member_stop_primary_vip");
      return told.map((one) => formatMessage(one, locale)).join(" ");
    };
    const elsewhere = { kind: "elsewhere", hostName: "db2" } as const;
    expect(textOf(elsewhere)).toContain("db2 takes it again if the group elects the member there");
    expect(textOf(elsewhere, "zh")).toContain("db2");
    expect(textOf({ kind: "here" })).toContain("until you resume it or db3 is the primary again");
    expect(textOf({ kind: "here" }, "zh")).toContain("db3 再次成为主库");
    const nowhere = textOf({ kind: "nowhere" });
    expect(nowhere).toContain("so no host takes it");
    expect(nowhere).not.toContain("the primary again");
  });

  it("never takes back a start that clones, gives it no limit, and says so first of all", () => {
    const cloned = snapshot({
      isCloneAllowed: true,
      peers: purgedPeers,
      server: server({ hasClone: true, state: "ERROR" }),
    });
    expect(codes(cloned)).toEqual(["member.stop", "member.clone", "member.await_clone"]);
    expect(plan(cloned).steps.filter((step) => step.isReversible)).toEqual([]);
    expect(plan(cloned).steps.map((step) => step.input)).not.toContainEqual(
      expect.objectContaining({ limitSeconds: expect.anything() }),
    );
    expect(consequences(cloned)).toEqual([
      "consequence.member_clone",
      "consequence.member_start",
      "consequence.member_clone_unlimited",
    ]);
  });
});

it("says in one sentence how an action on a member ended", () => {
  expect(describeMember("stop", "succeeded", "db3").text).toBe("Stop of db3: succeeded.");
  expect(formatMessage(describeMember("rejoin", "undone", "db3"), "zh")).toBe("db3 重新加入组：已撤销。");
});

it("counts a member as in its group only where both say so", () => {
  expect(isInGroup(online())).toBe(true);
  expect(isInGroup(snapshot({ server: server({ state: "ONLINE" }) }))).toBe(false);
  expect(isInGroup(snapshot({ group: inGroup }))).toBe(false);
  expect(isInGroup(online({ server: server({ uuid: uuid(9), state: "ONLINE" }) }))).toBe(false);
});
