import { type DrillFault, defaultVipTimings, formatMessage, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { checkDrill } from "./check-drill";
import { chooseObserver } from "./choose-observer";
import type { DrillInput } from "./drill-input";
import { chooseParties } from "./drill-parties";
import type { DrillMember, DrillSnapshot } from "./drill-snapshot";
import { hostFaultOf } from "./host-fault";
import { planDrill, undoAfterMs, waitOf } from "./plan-drill";
import { type DrillFacts, predictDrill } from "./predict-drill";

const faults: readonly DrillFault[] = [
  { kind: "switchover", memberId: null },
  { kind: "stop_mysqld" },
  { kind: "kill_mysqld", restarts: false },
  { kind: "freeze_mysqld" },
  { kind: "cut_host" },
  { kind: "cut_secondary", memberId: null },
  { kind: "cut_one_way", memberId: null, drops: "to_secondary" },
  { kind: "kill_agent" },
  { kind: "freeze_agent" },
  { kind: "cpu_pressure", perProcessor: 4 },
  { kind: "fill_disk", seconds: 60 },
];
const memberOf = (n: number): DrillMember => ({
  memberId: `m${n}`,
  serverUuid: `20000000-0000-4000-8000-00000000000${n}`,
  name: `db${n}`,
  address: `10.0.0.1${n}`,
  port: 3306,
  hostId: `h${n}`,
});
const group = { minExpelSeconds: 5, maxExpelSeconds: 5, isGreatSql: false, flpSeconds: null };
const facts = { group, timings: defaultVipTimings };

const snapshot: DrillSnapshot = {
  request: {
    fault: { kind: "kill_mysqld", restarts: false },
    endpoints: [{ address: "10.0.0.100", port: 3306 }],
    readEndpoints: [],
    observerHostId: null,
    objectiveMs: 30_000,
  },
  clusterName: "orders",
  allowsDrills: true,
  isSinglePrimary: true,
  members: ["db1", "db2", "db3"].map((name) => ({ name, state: "ONLINE" })),
  primary: memberOf(1),
  target: {
    ...memberOf(1),
    operator: "running",
    canFault: true,
    service: "mysql",
    consoleAddress: null,
    consoleHostIds: [],
  },
  other: null,
  proxy: null,
  othersAddresses: ["10.0.0.12", "10.0.0.13"],
  observer: { hostId: "h4", name: "app1", agent: "ready" },
  ways: [
    {
      endpoint: { address: "10.0.0.100", port: 3306 },
      label: "10.0.0.100",
      isVip: true,
      sight: { kind: "reached", member: "db1", isPrimary: true },
    },
  ],
  readWays: [],
  estimate: null,
  group: null,
};

const failing = (changes: Partial<DrillSnapshot>): readonly string[] =>
  checkDrill({ ...snapshot, ...changes })
    .checks.filter(({ result }) => result === "fail")
    .map(({ evidence }) => evidence.code);

describe("the checks of a drill", () => {
  it("let one be where the group is whole, its host can heal it, and another host watches", () => {
    expect(failing({})).toEqual([]);
  });

  it("let reads be answered by any member, and tell by which", () => {
    const seen = { endpoint: { address: "10.0.0.12", port: 3306 }, label: "db2", isVip: false };
    const readWays = ["db1", "db2"].map((member, at) => ({
      ...seen,
      sight: { kind: "reached", member, isPrimary: at === 0 } as const,
    }));
    const { checks, hasFailures } = checkDrill({ ...snapshot, readWays });
    expect(hasFailures).toBe(false);
    const told = checks.filter(({ code }) => code === "drill_read_way").map(({ evidence }) => evidence.text);
    expect(told).toEqual([
      "db2 (10.0.0.12:3306) leads to db1. Clients only read there.",
      "db2 (10.0.0.12:3306) leads to db2. Clients only read there.",
    ]);
  });

  const { target, ways } = snapshot;
  const [way] = ways;
  if (target === null || way === undefined) throw new Error("the fixture has no target");
  it.each<[string, Partial<DrillSnapshot>, readonly string[]]>([
    ["drills are not allowed", { allowsDrills: false }, ["check.drill_allowed.fail"]],
    ["several primaries", { isSinglePrimary: false }, ["check.drill_target.fail_mode"]],
    ["no primary", { primary: null, target: null }, ["check.drill_target.fail"]],
    [
      "a member is away",
      { members: [...snapshot.members.slice(1), { name: "db1", state: "RECOVERING" }] },
      ["check.drill_whole.fail"],
    ],
    ["two members", { members: snapshot.members.slice(1) }, ["check.drill_whole.fail_few"]],
    ["no host operator", { target: { ...target, operator: "off" } }, ["check.proxy_operator.fail_off"]],
    [
      "an old host operator",
      { target: { ...target, canFault: false } },
      ["check.drill_service.fail_outdated"],
    ],
    ["no service", { target: { ...target, service: null } }, ["check.drill_service.fail"]],
    ["nobody to watch", { observer: null }, ["check.drill_observer.fail_none"]],
    [
      "an old agent to watch",
      { observer: { hostId: "h4", name: "app1", agent: "outdated" } },
      ["check.drill_observer.fail_outdated"],
    ],
    [
      "an agent that only reads nowhere",
      { observer: { hostId: "h4", name: "app1", agent: "outdated_reads" } },
      ["check.drill_observer.fail_outdated_reads"],
    ],
    [
      "reads through an endpoint of nobody, and through a silent one",
      {
        readWays: [
          { ...way, sight: { kind: "unknown" } },
          { ...way, sight: { kind: "unreached", reason: message("why.no_answer") } },
        ],
      },
      ["check.drill_read_way.fail_unknown", "check.drill_read_way.fail_silent"],
    ],
    [
      "a silent agent to watch",
      {
        observer: { hostId: "h4", name: "app1", agent: { kind: "silent", reason: message("why.no_answer") } },
      },
      ["check.drill_observer.fail_silent"],
    ],
    ["a way of nobody", { ways: [{ ...way, sight: { kind: "unknown" } }] }, ["check.drill_way.fail_unknown"]],
    [
      "a silent way",
      { ways: [{ ...way, sight: { kind: "unreached", reason: message("why.no_answer") } }] },
      ["check.drill_way.fail_silent"],
    ],
    [
      "a way to a secondary",
      { ways: [{ ...way, sight: { kind: "reached", member: "db2", isPrimary: false } }] },
      ["check.drill_way.fail_secondary"],
    ],
  ])("stand against one: %s", (_what, changes, codes) => {
    expect(failing(changes)).toEqual(codes);
  });

  it("tell all that stands against it at once", () => {
    expect(failing({ allowsDrills: false, observer: null, primary: null, target: null })).toHaveLength(3);
  });
});

describe("the checks of each fault", () => {
  const { target } = snapshot;
  if (target === null) throw new Error("the fixture has no target");
  const of = (fault: DrillFault, changes: Partial<DrillSnapshot> = {}) =>
    failing({ request: { ...snapshot.request, fault }, ...changes });
  const fit = (fault: DrillFault): Partial<DrillSnapshot> => {
    const isPair = fault.kind === "switchover" || fault.kind === "cut_one_way";
    return {
      other: isPair ? { ...memberOf(2), addresses: ["10.0.0.12"] } : null,
      target: {
        ...target,
        ...(fault.kind === "cut_secondary" ? memberOf(2) : {}),
        service: fault.kind === "kill_mysqld" || fault.kind === "stop_mysqld" ? "mysql" : null,
        consoleAddress: fault.kind.startsWith("cut") ? "10.0.0.200" : null,
      },
    };
  };

  it.each(faults)("let $kind be where all that it needs is there", (fault) => {
    expect(of(fault, fit(fault))).toEqual([]);
  });

  it.each(faults)("ask no host for a switchover, and one that can for $kind", (fault) => {
    const able = fit(fault);
    const without = (change: Partial<typeof target>) =>
      of(fault, { ...able, target: { ...target, ...able.target, ...change } });
    const isHost = fault.kind !== "switchover";
    expect(without({ operator: "off" })).toEqual(isHost ? ["check.proxy_operator.fail_off"] : []);
    expect(without({ canFault: false })).toEqual(isHost ? ["check.drill_service.fail_outdated"] : []);
    const hasService = fault.kind === "kill_mysqld" || fault.kind === "stop_mysqld";
    expect(without({ service: null })).toEqual(hasService ? ["check.drill_service.fail"] : []);
    const cuts = fault.kind.startsWith("cut");
    expect(without({ consoleAddress: null })).toEqual(cuts ? ["check.drill_console.fail"] : []);
    expect(without({ consoleAddress: "10.0.0.13" })).toEqual(cuts ? ["check.drill_console.fail_member"] : []);
    const on = (hostId: string) => without({ consoleAddress: "10.0.0.200", consoleHostIds: [hostId] });
    expect(on(able.target?.hostId ?? "")).toEqual(cuts ? ["check.drill_console.fail_target"] : []);
    expect(on("h4")).toEqual(cuts ? ["check.drill_console.fail_observer"] : []);
    expect(on("h9")).toEqual([]);
  });

  it("want an address of the other end of a link", () => {
    const fault = { kind: "cut_one_way", memberId: null, drops: "from_secondary" } as const;
    const other = { ...memberOf(2), addresses: [] };
    expect(of(fault, { ...fit(fault), other })).toEqual(["check.drill_target.fail_address"]);
  });

  it("want what takes an hour to take less, where the group has to miss somebody", () => {
    const slow = { ...group, minExpelSeconds: 3_600, maxExpelSeconds: 3_600 };
    const long = faults.filter((fault) => {
      const estimate = predictDrill({ ...facts, group: slow }, fault);
      const codes = of(fault, { ...fit(fault), group: slow, estimate });
      expect(codes.filter((code) => code !== "check.drill_wait.fail")).toEqual([]);
      return codes.length > 0;
    });
    expect(long.map(({ kind }) => kind)).toEqual([
      "kill_mysqld",
      "freeze_mysqld",
      "cut_host",
      "cut_secondary",
    ]);
    const usual = predictDrill(facts, { kind: "freeze_mysqld" });
    const freeze = { kind: "freeze_mysqld" } as const;
    expect(of(freeze, { ...fit(freeze), group, estimate: usual })).toEqual([]);
  });

  it("want a secondary where the fault is about one", () => {
    for (const fault of faults) {
      const needs = ["switchover", "cut_secondary", "cut_one_way"].includes(fault.kind);
      const none = needs ? { target: null, other: null } : {};
      expect(of(fault, { ...fit(fault), ...none }).includes("check.drill_target.fail_secondary")).toBe(needs);
    }
  });
});

describe("whom a drill is about", () => {
  const members = [3, 1, 2].map((n) => ({ ...memberOf(n), isPrimary: n === 1 }));
  const names = (fault: DrillFault, observerHostId: string | null = null) => {
    const found = chooseParties(fault, members, observerHostId);
    return found && [found.target.name, found.other?.name ?? null];
  };

  it("is the primary, or the first secondary by name that does not watch", () => {
    expect(faults.map((fault) => names(fault, "h2"))).toEqual([
      ["db1", "db3"],
      ["db1", null],
      ["db1", null],
      ["db1", null],
      ["db1", null],
      ["db3", null],
      ["db1", "db3"],
      ["db1", null],
      ["db1", null],
      ["db1", null],
      ["db1", null],
    ]);
    expect(names({ kind: "cut_secondary", memberId: null })).toEqual(["db2", null]);
  });

  it("is the secondary that was named, and nobody where that is the primary, unknown, or on no registered host", () => {
    expect(names({ kind: "switchover", memberId: "m3" })).toEqual(["db1", "db3"]);
    expect(names({ kind: "switchover", memberId: "m1" })).toBeNull();
    expect(names({ kind: "cut_secondary", memberId: "m9" })).toBeNull();
    const homeless = members.map((one) => (one.name === "db3" ? { ...one, hostId: null } : one));
    expect(chooseParties({ kind: "cut_secondary", memberId: "m3" }, homeless, null)).toBeNull();
    expect(chooseParties({ kind: "cut_host" }, members.slice(2), null)).toBeNull();
  });
});

describe("who watches", () => {
  const hosts = ["db1", "db2", "app2", "app1"].map((name) => ({ hostId: name, name, hasAgent: true }));
  const about = { askedHostId: null, partyHostIds: ["db1"], memberHostIds: ["db1", "db2"] };
  it("is a host without a member before the others, never the one that is hit", () => {
    expect(chooseObserver(hosts, about)?.name).toBe("app1");
    expect(chooseObserver(hosts.slice(0, 2), about)?.name).toBe("db2");
    expect(chooseObserver(hosts.slice(0, 1), about)).toBeNull();
    expect(chooseObserver(hosts.slice(0, 2), { ...about, partyHostIds: ["db1", "db2"] })).toBeNull();
  });
  it("is the one that was asked for, where it can", () => {
    expect(chooseObserver(hosts, { ...about, askedHostId: "app2" })?.name).toBe("app2");
    expect(chooseObserver(hosts, { ...about, askedHostId: "db1" })).toBeNull();
    const dumb = hosts.map((host) => ({ ...host, hasAgent: false }));
    expect(chooseObserver(dumb, { ...about, askedHostId: "app2" })).toBeNull();
  });
});

describe("the plan of a drill", () => {
  const input: DrillInput = {
    drillId: "d",
    clusterId: "c",
    fault: snapshot.request.fault,
    primary: memberOf(1),
    target: { ...memberOf(1), service: "mysql" },
    other: { ...memberOf(2), addresses: ["10.0.0.12", "fd00::12"] },
    proxy: null,
    consoleAddress: "10.0.0.200",
    observer: { hostId: "h4", name: "app1" },
    ways: [{ endpoint: { address: "10.0.0.100", port: 3306 }, label: "10.0.0.100", isVip: true, run: "r" }],
    readWays: [],
    objectiveMs: 30_000,
    waitMs: waitOf(snapshot.request, 0),
  };

  it("reads the ledgers before it heals, and heals before it judges", () => {
    const codes = planDrill(input, null).steps.map(({ code }) => code);
    expect(codes).toEqual([
      "schema.ensure",
      "drill.watch",
      "drill.fault",
      "drill.measure",
      "drill.ledger",
      "drill.heal",
      "drill.judge",
    ]);
  });

  it("shows the command, and when the host heals by itself: after the last write could be waited for", () => {
    const { steps, consequences } = planDrill(input, null);
    expect(steps[2]?.preview.map(({ text }) => text)).toEqual([
      expect.stringContaining("Restart=no"),
      "systemctl daemon-reload",
      "kill -KILL PID_OF_MYSQLD_SAFE",
      "kill -KILL PID_OF_PORT_3306",
    ]);
    const restarting = planDrill({ ...input, fault: { kind: "kill_mysqld", restarts: true } }, null);
    expect(restarting.steps[2]?.preview).toEqual([{ kind: "command", text: "kill -KILL PID_OF_PORT_3306" }]);
    expect(undoAfterMs(input)).toBeGreaterThan(input.waitMs);
    expect(consequences.at(-1)?.text).toContain("3 min");
  });

  it("foresees no stop by the end of an agent where no VIP is watched", () => {
    const ways = input.ways.map((way) => ({ ...way, isVip: false }));
    for (const kind of ["kill_agent", "freeze_agent"] as const) {
      const { consequences } = planDrill({ ...input, fault: { kind }, ways }, predictDrill(facts, { kind }));
      const codes = consequences.map(({ code }) => code);
      expect(codes).toContain("consequence.drill_no_stop");
      expect(codes).not.toContain("consequence.drill_stop");
    }
  });

  it("waits past the objective and past what is predicted", () => {
    const { fault } = snapshot.request;
    expect(waitOf({ fault, objectiveMs: 30_000 }, 90_000)).toBe(120_000);
    expect(waitOf({ fault, objectiveMs: 200_000 }, 0)).toBe(230_000);
  });

  it("waits no longer than the longest objective allows, whatever is predicted", () => {
    const { fault } = snapshot.request;
    expect(waitOf({ fault, objectiveMs: 30_000 }, 3_600_000)).toBe(330_000);
    expect(waitOf({ fault, objectiveMs: 300_000 }, 3_600_000)).toBe(330_000);
  });

  it("waits for as long as was chosen where writes come back only by the heal", () => {
    const fault = { kind: "fill_disk", seconds: 20 } as const;
    expect(waitOf({ fault, objectiveMs: 300_000 }, 0)).toBe(20_000);
    const { steps, consequences } = planDrill({ ...input, fault, waitMs: 20_000 }, null);
    expect(steps.map(({ title }) => title.code)).toContain("step.drill.measure_held");
    expect(consequences[0]?.text).toMatch(/is full for 20 s, .* for up to 1 min more/);
    expect(undoAfterMs({ fault, waitMs: 20_000 })).toBe(140_000);
  });

  it.each(faults)("says of $kind what is done, in both languages, and on which host", (fault) => {
    const estimate = predictDrill(facts, fault);
    const { steps, consequences } = planDrill({ ...input, fault }, estimate);
    const step = steps[2];
    expect(step?.preview).toHaveLength(fault.kind === "kill_mysqld" ? 4 : 1);
    expect(step?.hostId).toBe(fault.kind === "switchover" ? null : "h1");
    for (const text of [...consequences, ...(step === undefined ? [] : [step.title])])
      for (const language of ["en", "zh"] as const)
        expect(formatMessage(text, language)).not.toMatch(/[{}]|undefined/);
    expect(consequences.some(({ code }) => code === "consequence.drill_stop")).toBe(estimate !== null);
  });

  it("asks the host for what the fault is, spares the console, and drops on the right end of a link", () => {
    const of = (fault: DrillFault) => hostFaultOf({ ...input, fault });
    expect(faults.map((fault) => of(fault)?.name ?? null)).toEqual([
      null,
      "stop_server",
      "kill_server",
      "freeze_server",
      ...["cut", "cut", "cut", "kill_agent", "freeze_agent", "busy_processors", "fill_disk"],
    ]);
    expect(of({ kind: "cpu_pressure", perProcessor: 4 })).toEqual({
      name: "busy_processors",
      perProcessor: 4,
    });
    expect(of({ kind: "cut_host" })).toEqual({
      name: "cut",
      peers: null,
      spares: ["10.0.0.200"],
      drops: "both",
    });
    const oneWay = { kind: "cut_one_way", memberId: null } as const;
    const peers = ["10.0.0.12", "fd00::12"];
    expect(of({ ...oneWay, drops: "to_secondary" })).toMatchObject({ peers, drops: "out" });
    expect(of({ ...oneWay, drops: "from_secondary" })).toMatchObject({ peers, drops: "in" });
    expect(() => hostFaultOf({ ...input, fault: { kind: "cut_host" }, consoleAddress: null })).toThrow();
  });

  it("has the host thaw a frozen agent soon, for nobody can ask it to", () => {
    expect(undoAfterMs({ ...input, fault: { kind: "freeze_agent" } })).toBe(30_000);
  });
});

describe("what is predicted of writes", () => {
  const spans = (of: DrillFacts = facts) =>
    Object.fromEntries(
      faults.map((fault) => {
        const estimate = predictDrill(of, fault);
        return [fault.kind, estimate && [estimate.minMs, estimate.maxMs]];
      }),
    );

  it("fits the fault: quick where it is planned, the group's own time where somebody has to be missed, and nothing where nothing is known", () => {
    expect(spans()).toEqual({
      switchover: [30, 500],
      stop_mysqld: [150, 3_100],
      kill_mysqld: [10_250, 26_600],
      freeze_mysqld: [10_250, 26_600],
      cut_host: [10_250, 30_408],
      cut_secondary: [0, 1_000],
      cut_one_way: null,
      kill_agent: [0, 4_050],
      freeze_agent: [0, 6_050],
      cpu_pressure: null,
      fill_disk: null,
    });
    expect(predictDrill(facts, { kind: "kill_mysqld", restarts: true })?.maxMs).toBe(37_600);
    const patient = { ...facts, timings: { ...facts.timings, leaseSeconds: 5 } };
    expect(predictDrill(patient, { kind: "kill_agent" })?.maxMs).toBe(7_050);
  });

  it("is what does not depend on the servers where none told its variables", () => {
    const known = Object.entries(spans({ ...facts, group: null })).filter(([, span]) => span !== null);
    expect(known.map(([kind]) => kind)).toEqual(["kill_agent", "freeze_agent"]);
  });

  it("lasts until a silent secondary is expelled where commits wait for every member", () => {
    const slow = { ...facts, group: { ...group, commitsWaitForAll: true } };
    const { cut_secondary: span, ...rest } = spans(slow);
    expect(span).toEqual([10_000, 25_600]);
    const { cut_secondary: _usual, ...others } = spans();
    expect(rest).toEqual(others);
  });
});
