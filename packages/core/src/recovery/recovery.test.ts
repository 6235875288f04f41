import { catalogs, formatMessage, message, quote } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { checkRecovery, type JudgedRecovery } from "./check-recovery";
import { planRecovery } from "./plan-recovery";
import { recoveryChecks } from "./recovery-rules";
import type { RecoveryMember, RecoveryServer, RecoverySnapshot } from "./snapshot";

const uuid = (n: number): string => `0000000${n}-0000-4000-8000-000000000000`;
const groupName = "aaaaaaaa-0000-4000-8000-000000000000";

type Answering = Extract<RecoveryServer, { readonly kind: "answering" }>;

/** The server of member n, whose own view is `view`: who is in it, and how. */
function answering(
  n: number,
  view: Readonly<Record<number, string>>,
  change: Partial<Answering> = {},
): RecoveryServer {
  const own = view[n];
  return {
    kind: "answering",
    uuid: uuid(n),
    state: own === "ONLINE" || own === "RECOVERING" || own === "ERROR" ? own : "OFFLINE",
    groupName,
    isSuperReadOnly: true,
    isOfflineMode: false,
    gtids: { executed: `${groupName}:1-100`, received: "", purged: "" },
    localAddress: `10.0.0.1${n}:33061`,
    seedHosts: ["10.0.0.11", "10.0.0.12"],
    view: {
      observer: uuid(n),
      isSinglePrimary: true,
      members: Object.entries(view).map(([m, state]) => ({
        serverUuid: uuid(Number(m)),
        host: `10.0.0.1${m}`,
        port: 3306,
        state,
        role: "SECONDARY",
        version: "8.4.0",
      })),
    },
    ...change,
  };
}

const silent: RecoveryServer = {
  kind: "silent",
  reason: message("why.no_answer"),
  isHostAnswering: false,
  isRefused: false,
};
const refused: RecoveryServer = {
  kind: "silent",
  reason: message("why.connection_refused"),
  isHostAnswering: true,
  isRefused: true,
};

function member(n: number, server: RecoveryServer, change: Partial<RecoveryMember> = {}): RecoveryMember {
  return {
    memberId: `m${n}`,
    serverUuid: uuid(n),
    name: `db${n}`,
    hostId: `h${n}`,
    address: `10.0.0.1${n}`,
    server,
    agent:
      server.kind === "answering"
        ? { kind: "answering", isServerGone: false, reason: quote("-"), keyCount: 1 }
        : { kind: "silent", isHostAnswering: false },
    heardBy: [],
    ...change,
  };
}

function snapshot(...members: readonly RecoveryMember[]): RecoverySnapshot {
  return { targetMemberId: "m1", groupName, members, names: new Map() };
}

function told({ report }: JudgedRecovery): string[] {
  return report.checks.map(
    (one) => `${one.hostName ?? "-"} ${one.evidence.code.slice("check.recovery_".length)}`,
  );
}

/** All that db1 sees of three, alone. */
const alone = { 1: "ONLINE", 2: "UNREACHABLE", 3: "UNREACHABLE" };
const out = (n: number, change: Partial<Answering> = {}): RecoveryServer =>
  answering(n, { [n]: "OFFLINE" }, change);
const gone = {
  agent: { kind: "answering", isServerGone: true, reason: quote("ECONNREFUSED"), keyCount: 1 },
} as const;
const ahead = { gtids: { executed: `${groupName}:1-101`, received: "", purged: "" } };

describe("checkRecovery", () => {
  type Row = readonly [title: string, of: RecoverySnapshot, method: string | null, checks: readonly string[]];
  const rows: readonly Row[] = [
    [
      "two that nobody reaches",
      snapshot(member(1, answering(1, alone)), member(2, silent), member(3, silent)),
      "force",
      ["- target.pass_lost", "db2 other.warn", "db3 other.warn", "- data.warn", "- keys.pass"],
    ],
    [
      "nobody who may sign",
      snapshot(
        member(1, answering(1, { 1: "ONLINE", 2: "UNREACHABLE" }), {
          agent: { kind: "answering", isServerGone: false, reason: quote("-"), keyCount: 0 },
        }),
        member(2, silent),
      ),
      "force",
      ["- target.pass_lost", "db2 other.warn", "- data.warn", "- keys.fail"],
    ],
    [
      "servers that do not run, as their agents say",
      snapshot(member(1, answering(1, alone)), member(2, refused, gone), member(3, refused, gone)),
      "force",
      ["- target.pass_lost", "db2 other.pass_gone", "db3 other.pass_gone", "- data.warn"],
    ],
    [
      "a host that still answers, but its server does not",
      snapshot(
        member(1, answering(1, alone)),
        member(2, silent, { heardBy: ["db1"] }),
        member(3, silent, {
          agent: { kind: "answering", isServerGone: false, reason: quote("timeout"), keyCount: 1 },
        }),
      ),
      "force",
      ["- target.pass_lost", "db2 other.fail_heard", "db3 other.fail_heard", "- data.pass"],
    ],
    [
      "another one in the same part of four",
      snapshot(
        member(1, answering(1, { 1: "ONLINE", 2: "ONLINE", 3: "UNREACHABLE", 4: "UNREACHABLE" })),
        member(2, answering(2, { 1: "ONLINE", 2: "ONLINE", 3: "UNREACHABLE", 4: "UNREACHABLE" })),
        member(3, silent),
        member(4, silent),
      ),
      "force",
      [
        "- target.pass_lost",
        "db2 other.pass_stays",
        "db3 other.warn",
        "db4 other.warn",
        "- data.warn",
        "- keys.pass",
      ],
    ],
    [
      "another part of the group that answers too: nobody is forced while the network may be mended",
      snapshot(
        member(1, answering(1, alone)),
        member(2, answering(2, { 1: "UNREACHABLE", 2: "ONLINE", 3: "UNREACHABLE" })),
        member(3, refused, gone),
      ),
      "force",
      ["- target.pass_lost", "db2 other.fail_in_group", "db3 other.pass_gone", "- data.warn"],
    ],
    [
      "a part with a majority behind the cut: that is the group",
      snapshot(
        member(1, answering(1, alone)),
        member(2, answering(2, { 1: "UNREACHABLE", 2: "ONLINE", 3: "ONLINE" })),
        member(3, answering(3, { 1: "UNREACHABLE", 2: "ONLINE", 3: "ONLINE" })),
      ),
      "force",
      ["- target.pass_lost", "db2 other.fail_majority", "db3 other.fail_majority", "- data.pass"],
    ],
    [
      "one that only the rest of the group hears",
      snapshot(
        member(1, answering(1, { 1: "ONLINE", 2: "ONLINE", 3: "UNREACHABLE", 4: "UNREACHABLE" })),
        member(2, silent),
        member(3, refused, gone),
        member(4, refused, gone),
      ),
      "force",
      [
        "- target.pass_lost",
        "db2 other.fail_present",
        "db3 other.pass_gone",
        "db4 other.pass_gone",
        "- data.warn",
      ],
    ],
    [
      "something that answers the console, and one whose agent alone is refused",
      snapshot(member(1, out(1)), member(2, refused), member(3, silent, gone)),
      "bootstrap",
      ["- target.pass_out", "db2 other.fail_answering", "db3 other.fail_heard", "- data.pass"],
    ],
    [
      "one that nobody reaches, on no host that an order could name",
      snapshot(member(1, out(1)), member(2, silent, { hostId: null })),
      "bootstrap",
      ["- target.pass_out", "db2 other.fail_unnameable", "- data.pass"],
    ],
    [
      "a place of the group's that is no registered member's",
      snapshot(member(1, out(1, { seedHosts: ["10.0.0.11", "10.0.0.19"] })), member(2, out(2))),
      "bootstrap",
      ["- target.pass_out", "- strangers.warn", "db2 other.pass_out", "- data.pass"],
    ],
    [
      "everybody out: it is founded anew",
      snapshot(member(1, out(1)), member(2, out(2)), member(3, answering(3, { 3: "ERROR" }))),
      "bootstrap",
      ["- target.pass_out", "db2 other.pass_out", "db3 other.pass_out", "- data.pass"],
    ],
    [
      "one that has more",
      snapshot(member(1, out(1)), member(2, out(2, ahead)), member(3, refused, gone)),
      "bootstrap",
      ["- target.pass_out", "db2 other.pass_out", "db3 other.pass_gone", "- data.fail"],
    ],
    [
      "one whose transactions cannot be read",
      snapshot(member(1, out(1)), member(2, out(2, { gtids: { executed: "?", received: "", purged: "" } }))),
      "bootstrap",
      ["- target.pass_out", "db2 other.pass_out", "- data.fail_unknown"],
    ],
    [
      "one outside that takes writes",
      snapshot(member(1, out(1)), member(2, out(2, { isSuperReadOnly: false }))),
      "bootstrap",
      ["- target.pass_out", "db2 other.fail_writable", "- data.pass"],
    ],
    [
      "a group that another one is in",
      snapshot(
        member(1, out(1)),
        member(2, answering(2, { 2: "ONLINE", 3: "UNREACHABLE" })),
        member(3, refused, gone),
      ),
      "bootstrap",
      ["- target.pass_out", "db2 other.fail_in_group", "db3 other.pass_gone", "- data.warn"],
    ],
    [
      "a majority",
      snapshot(
        member(1, answering(1, { 1: "ONLINE", 2: "ONLINE", 3: "UNREACHABLE" })),
        member(2, refused, gone),
        member(3, silent),
      ),
      null,
      ["- target.fail_majority", "db2 other.fail_present", "db3 other.warn", "- data.warn", "- keys.pass"],
    ],
    [
      "one that recovers in what is left",
      snapshot(member(1, answering(1, { 1: "RECOVERING", 2: "UNREACHABLE" })), member(2, refused, gone)),
      null,
      ["- target.fail_state", "db2 other.pass_gone", "- data.warn"],
    ],
    [
      "one of another group",
      snapshot(member(1, out(1, { groupName: "other" })), member(2, refused, gone)),
      null,
      ["- target.fail_group", "db2 other.pass_gone", "- data.warn"],
    ],
    [
      "another server at a member's address",
      snapshot(member(1, out(9)), member(2, out(8))),
      null,
      ["- target.fail_other_server", "db2 other.fail_other_server"],
    ],
    [
      "one that is silent itself",
      snapshot(member(1, silent), member(2, silent)),
      null,
      ["- target.fail_silent", "db2 other.warn"],
    ],
    [
      "a voter that is not registered",
      snapshot(member(1, answering(1, alone)), member(2, refused, gone)),
      "force",
      ["- target.pass_lost", "- strangers.fail", "db2 other.pass_gone", "- data.warn"],
    ],
  ];
  it.each(rows)("judges %s", (_title, of, method, checks) => {
    const judged = checkRecovery(of);
    expect(told(judged)).toEqual(checks);
    expect(judged.method).toBe(method);
    expect(judged.report.hasFailures).toBe(checks.some((one) => one.includes(".fail")));
    for (const check of judged.report.checks.filter(
      (one) => one.result === "fail" || one.result === "warn",
    )) {
      expect(check.remedy).not.toBeNull();
      for (const text of [check.title, check.evidence, check.remedy])
        if (text !== null) expect(formatMessage(text, "zh")).not.toMatch(/\{\w+/);
    }
  });
});

describe("the declared checks of a recovery", () => {
  const codes = recoveryChecks.map(({ code }) => code);
  const made = (target: RecoveryServer): string[] => [
    ...new Set(
      checkRecovery(
        snapshot(member(1, target), member(2, refused, gone), member(4, silent)),
      ).report.checks.map(({ code }) => code),
    ),
  ];

  it("are made in their order, one of each member but the target", () => {
    expect(made(answering(1, alone))).toEqual(codes);
  });

  it("leave out those that need the target where it is silent, and judge the others all the same", () => {
    expect(made(silent)).toEqual(["recovery_target", "recovery_other"]);
  });

  it("ask for signers only where an operator has to say that a host is off", () => {
    const proven = snapshot(member(1, answering(1, alone)), member(2, refused, gone));
    expect(checkRecovery(proven).report.checks.map(({ code }) => code)).not.toContain("recovery_keys");
  });
});

it("titles have no placeholder, for a failure names them without values", () => {
  const titles = Object.entries(catalogs.en).filter(([code]) => /^check\.recovery_.*\.title$/.test(code));
  expect(titles.length).toBeGreaterThan(4);
  for (const [code, text] of [
    ...titles,
    ...titles.map(
      ([one]) => [one, Object.entries(catalogs.zh).find(([zh]) => zh === one)?.[1] ?? "{"] as const,
    ),
  ])
    expect(`${code} ${text}`).not.toContain("{");
});

describe("planRecovery", () => {
  const order = { text: "signed text", signature: "signature", notAfter: "2026-11-23T20:00:00.000Z" };
  const request = { clusterId: "c1", user: "root", order, vips: [{ vipId: "v1", address: "10.0.0.100" }] };

  it("gives the order to every host that goes on, then forces, and follows the address", () => {
    const view = { 1: "ONLINE", 2: "ONLINE", 3: "UNREACHABLE", 4: "UNREACHABLE" };
    const judged = checkRecovery(
      snapshot(
        member(1, answering(1, view)),
        member(2, answering(2, view)),
        member(3, silent),
        member(4, refused, gone),
      ),
    );
    const { steps, consequences } = planRecovery(judged, request);
    expect(steps.map(({ code, hostName }) => [code, hostName])).toEqual([
      ["recovery.fence", "db1"],
      ["recovery.fence", "db2"],
      ["recovery.force", "db1"],
      ["vip.await_held", null],
    ]);
    expect(steps[2]?.input).toMatchObject({
      ground: { stayingIds: ["m1", "m2"], orderedIds: ["m3"], notAfter: order.notAfter },
    });
    expect(steps[2]?.preview.map(({ text }) => text)).toEqual([
      "SET GLOBAL group_replication_force_members = '10.0.0.11:33061,10.0.0.12:33061'",
      "SET GLOBAL group_replication_force_members = ''",
    ]);
    const texts = consequences.map(({ text }) => text);
    expect(texts[0]).toContain("db1, db2 only");
    expect(texts[1]).toContain("db3, db4");
    expect(texts[2]).toContain("that these hosts are off: db3");
  });

  it("stops what is in ERROR, founds, takes back what founds, and lets clients in again", () => {
    const target = answering(1, { 1: "ERROR" }, { isOfflineMode: true });
    const judged = checkRecovery(snapshot(member(1, target), member(2, out(2))));
    const { steps } = planRecovery(judged, { ...request, order: null, vips: [] });
    expect(steps.map(({ code }) => code)).toEqual(["recovery.bootstrap"]);
    expect(steps[0]?.preview.map(({ text }) => text)).toEqual([
      "STOP GROUP_REPLICATION",
      "SET GLOBAL group_replication_bootstrap_group = ON",
      "START GROUP_REPLICATION",
      "SET GLOBAL group_replication_bootstrap_group = OFF",
      "SET GLOBAL offline_mode = OFF",
    ]);
  });
});
