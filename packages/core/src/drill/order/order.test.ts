import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { checkDrill } from "./check-drill";
import { chooseObserver } from "./choose-observer";
import type { DrillSnapshot } from "./drill-snapshot";
import { planDrill, undoAfterMs, waitOf } from "./plan-drill";

const snapshot: DrillSnapshot = {
  request: {
    fault: { kind: "kill_mysqld", restarts: false },
    endpoints: [{ address: "10.0.0.100", port: 3306 }],
    observerHostId: null,
    objectiveMs: 30_000,
  },
  clusterName: "orders",
  allowsDrills: true,
  isSinglePrimary: true,
  members: ["db1", "db2", "db3"].map((name) => ({ name, state: "ONLINE" })),
  target: {
    memberId: "m1",
    serverUuid: "u1",
    name: "db1",
    address: "10.0.0.11",
    port: 3306,
    hostId: "h1",
    operator: "running",
    canFault: true,
    service: "mysql",
  },
  observer: { hostId: "h4", name: "app1", agent: "ready" },
  ways: [
    {
      endpoint: { address: "10.0.0.100", port: 3306 },
      label: "10.0.0.100",
      isVip: true,
      sight: { kind: "reached", member: "db1", isPrimary: true },
    },
  ],
  estimate: null,
};

const failing = (changes: Partial<DrillSnapshot>): readonly string[] =>
  checkDrill({ ...snapshot, ...changes })
    .checks.filter(({ result }) => result === "fail")
    .map(({ evidence }) => evidence.code);

describe("the checks of a drill", () => {
  it("let one be where the group is whole, its host can heal it, and another host watches", () => {
    expect(failing({})).toEqual([]);
  });

  const { target, ways } = snapshot;
  const [way] = ways;
  if (target === null || way === undefined) throw new Error("the fixture has no target");
  it.each<[string, Partial<DrillSnapshot>, readonly string[]]>([
    ["drills are not allowed", { allowsDrills: false }, ["check.drill_allowed.fail"]],
    ["several primaries", { isSinglePrimary: false }, ["check.drill_target.fail_mode"]],
    ["no primary", { target: null }, ["check.drill_target.fail"]],
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
    expect(failing({ allowsDrills: false, observer: null, target: null })).toHaveLength(3);
  });
});

describe("who watches", () => {
  const hosts = ["db1", "db2", "app2", "app1"].map((name) => ({ hostId: name, name, hasAgent: true }));
  const about = { askedHostId: null, targetHostId: "db1", memberHostIds: ["db1", "db2"] };
  it("is a host without a member before the others, never the one that is hit", () => {
    expect(chooseObserver(hosts, about)?.name).toBe("app1");
    expect(chooseObserver(hosts.slice(0, 2), about)?.name).toBe("db2");
    expect(chooseObserver(hosts.slice(0, 1), about)).toBeNull();
  });
  it("is the one that was asked for, where it can", () => {
    expect(chooseObserver(hosts, { ...about, askedHostId: "app2" })?.name).toBe("app2");
    expect(chooseObserver(hosts, { ...about, askedHostId: "db1" })).toBeNull();
    const dumb = hosts.map((host) => ({ ...host, hasAgent: false }));
    expect(chooseObserver(dumb, { ...about, askedHostId: "app2" })).toBeNull();
  });
});

describe("the plan of a drill", () => {
  const input = {
    drillId: "d",
    clusterId: "c",
    fault: snapshot.request.fault,
    target: {
      memberId: "m1",
      serverUuid: "u1",
      name: "db1",
      address: "10.0.0.11",
      port: 3306,
      hostId: "h1",
      service: "mysql",
    },
    observer: { hostId: "h4", name: "app1" },
    ways: [{ endpoint: { address: "10.0.0.100", port: 3306 }, label: "10.0.0.100", isVip: true, run: "r" }],
    objectiveMs: 30_000,
    waitMs: waitOf(snapshot.request, null),
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
    expect(steps[2]?.preview).toEqual([
      { kind: "command", text: "kill -KILL PID_OF_PORT_3306; service mysql stop" },
    ]);
    expect(undoAfterMs(input)).toBeGreaterThan(input.waitMs);
    expect(consequences.at(-1)?.text).toContain("3 min");
  });

  it("waits past the objective and past what is predicted", () => {
    const about = { fault: "crash", path: "vip", minMs: 6_000, maxMs: 90_000 } as const;
    expect(waitOf({ objectiveMs: 30_000 }, { ...about, because: [], parts: [], advice: [] })).toBe(120_000);
    expect(waitOf({ objectiveMs: 200_000 }, null)).toBe(230_000);
  });
});
