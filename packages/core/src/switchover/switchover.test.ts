import { type Check, formatMessage, Locale } from "@primacy/contract";
import type { DrainState } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { describeSpan } from "../check/describe-span";
import {
  checkSwitchover,
  predictPause,
  type SwitchoverMember,
  type SwitchoverSnapshot,
} from "./check-switchover";
import type { DrainSight } from "./drain";
import { planSwitchover, type SwitchoverParty, switchoverStatement } from "./plan-switchover";
import { member, snapshotOf } from "./switchover.fixture";

function snapshot(
  change: Partial<SwitchoverSnapshot> = {},
  second: Partial<SwitchoverMember> = {},
): SwitchoverSnapshot {
  return snapshotOf([member(1), member(2, second), member(3)], { onlineCount: 3, ...change });
}

function find(code: string, of: SwitchoverSnapshot): Check | undefined {
  return checkSwitchover(of).checks.find((check) => check.code === code);
}

/** A drain of which the primary's agent says this. */
function draining(sight: DrainSight | null): Partial<SwitchoverSnapshot> {
  return { drain: { terms: { waitSeconds: 30, atLimit: "switch" }, sight } };
}

function saidOf(state: DrainState["state"], connections: number | null = 4): Partial<SwitchoverSnapshot> {
  return draining({ kind: "told", state: { state, connections, detail: null } });
}

const silent = { kind: "silent", reason: "timeout" } as const;

describe("checkSwitchover", () => {
  it("passes a caught-up secondary of a sound group", () => {
    const report = checkSwitchover(snapshot());
    expect(report.checks.filter((check) => check.result !== "pass")).toEqual([]);
    expect(report.estimates[0]).toMatchObject({ fault: "switchover", minMs: 30, maxMs: 520 });
  });

  type Row = readonly [title: string, code: string, of: SwitchoverSnapshot, result: string];
  const rows: readonly Row[] = [
    ["the primary itself", "switchover_target", snapshot({ targetMemberId: "m1" }), "fail"],
    ["an unknown member", "switchover_target", snapshot({ targetMemberId: "m9" }), "fail"],
    ["a recovering member", "switchover_target", snapshot({}, { state: "RECOVERING" }), "fail"],
    ["a multi-primary group", "single_primary", snapshot({ isSinglePrimary: false }), "fail"],
    ["no majority", "majority", snapshot({ onlineCount: 1 }), "fail"],
    [
      "a voter that is not registered",
      "members_registered",
      snapshot({ voterCount: 4, unregistered: ["10.77.0.14:3306"] }),
      "warn",
    ],
    ["a short queue", "switchover_queue", snapshot({}, { queue: 500 }), "warn"],
    ["a long queue", "switchover_queue", snapshot({}, { queue: 20_000 }), "fail"],
    ["a long lag", "switchover_queue", snapshot({}, { lagMs: 11_000 }), "fail"],
    ["an unknown queue", "switchover_queue", snapshot({}, { queue: null }), "fail"],
    ["a silent target's agent", "switchover_agents", snapshot({}, { agent: silent }), "fail"],
    [
      "a silent primary's agent",
      "switchover_agents",
      snapshot({ members: [member(1, { agent: silent }), member(2), member(3)] }),
      "fail",
    ],
    [
      "another silent agent",
      "switchover_agents",
      snapshot({ members: [member(1), member(2), member(3, { agent: silent })] }),
      "warn",
    ],
    [
      "a blocked target's agent",
      "switchover_agents",
      snapshot({}, { agent: { kind: "answering", vip: { state: "BLOCKED", isBound: false, reason: "x" } } }),
      "fail",
    ],
    [
      "a target's agent that knows of no VIP",
      "switchover_agents",
      snapshot({}, { agent: { kind: "answering", vip: null } }),
      "fail",
    ],
    [
      "no VIP, whatever the agents",
      "switchover_agents",
      snapshot({ vipAddress: null }, { agent: silent }),
      "pass",
    ],
    [
      "a VIP that the plugin moves, whatever the agents",
      "switchover_agents",
      snapshot({ vipAddress: null, pluginAddress: "10.77.0.100" }, { agent: silent }),
      "warn",
    ],
    ["a drain that can be", "switchover_drain", snapshot(saidOf("open")), "pass"],
    [
      "a drain without an address",
      "switchover_drain",
      snapshot({ ...saidOf("open"), vipAddress: null }),
      "fail",
    ],
    ["a drain on no host", "switchover_drain", snapshot(draining(null)), "fail"],
    ["a drain by a silent agent", "switchover_drain", snapshot(draining(silent)), "fail"],
    ["a drain elsewhere", "switchover_drain", snapshot(saidOf("not_held")), "fail"],
    ["a drain without nft", "switchover_drain", snapshot(saidOf("no_gate")), "fail"],
    ["a drain that cannot be counted", "switchover_drain", snapshot(saidOf("open", null)), "fail"],
    [
      "long transactions",
      "switchover_transactions",
      snapshot({ longTransactions: { count: 2, longestSeconds: 61.2 } }),
      "warn",
    ],
  ];
  it.each(rows)("%s: %s", (_, code, of, result) => {
    expect(find(code, of)?.result).toBe(result);
    expect(checkSwitchover(of).hasFailures).toBe(result === "fail");
    for (const check of checkSwitchover(of).checks)
      for (const locale of ["en", "zh"] as const) {
        expect(formatMessage(check.evidence, locale)).not.toMatch(/\{\w+\}/);
        if (check.remedy !== null) expect(formatMessage(check.remedy, locale)).not.toMatch(/\{\w+\}/);
      }
  });
});

describe("planSwitchover", () => {
  const party = (n: number): SwitchoverParty => ({
    memberId: `m${n}`,
    serverUuid: `00000000-0000-4000-8000-00000000000${n}`,
    name: `db${n}`,
    address: `10.77.0.1${n}`,
    port: 3306,
    hostId: null,
  });
  const pause = predictPause(snapshot());
  it.each([
    ["as a whole", snapshot()],
    ["without a VIP", snapshot({ vipAddress: null })],
    ["with a backlog of odd length", snapshot({}, { lagMs: 1_234.5 })],
    ["with a long period between checkpoints", snapshot({}, { checkpointMs: 300 })],
    ["of which no period is known", snapshot({}, { checkpointMs: null })],
  ])("says the same pause as its report, to the digit and in both languages: a group %s", (_, of) => {
    const input = { clusterId: "c", from: party(1), to: party(2) };
    const vips = of.vipAddress === null ? [] : [{ vipId: "v", address: of.vipAddress }];
    const [said] = planSwitchover(input, vips, predictPause(of)).consequences;
    const [estimate] = checkSwitchover(of).estimates;
    if (said === undefined || estimate === undefined) throw new Error("nothing is said");
    for (const locale of Locale.options)
      expect(formatMessage(said, locale)).toContain(formatMessage(describeSpan(estimate), locale));
  });
  it("orders first, and proves only where there is an address", () => {
    const input = { clusterId: "c", from: party(1), to: party(2) };
    expect(planSwitchover(input, [], pause).steps.map((step) => step.code)).toEqual(["switchover.order"]);
    const withVip = planSwitchover(input, [{ vipId: "v", address: "10.77.0.100" }], pause);
    expect(withVip.steps.map((step) => step.code)).toEqual(["switchover.order", "switchover.follow"]);
  });
  it("says which read VIPs the target's host may have to give away", () => {
    const input = { clusterId: "c", from: party(1), to: party(2) };
    for (const vips of [[], [{ vipId: "v", address: "10.77.0.100" }]]) {
      const { consequences } = planSwitchover(input, vips, pause, null, ["10.77.0.101"]);
      expect(consequences.at(-1)).toMatchObject({
        code: "consequence.switchover_reads",
        text: "Another secondary takes the read VIPs that db2 holds, and their clients reconnect: 10.77.0.101.",
      });
    }
  });
  it("drains before it orders, and says what becomes of what is still open", () => {
    const input = { clusterId: "c", from: party(1), to: party(2) };
    const vip = { vipId: "v", address: "10.77.0.100" };
    const state: DrainState = { state: "open", connections: 12, detail: null };
    const drain = { terms: { waitSeconds: 45, atLimit: "stay" }, sight: { kind: "told", state } } as const;
    const { steps, consequences } = planSwitchover(input, [vip], pause, drain);
    expect(steps.map(({ ordinal, code }) => [ordinal, code])).toEqual([
      [0, "switchover.drain"],
      [1, "switchover.order"],
      [2, "switchover.follow"],
    ]);
    expect(steps[0]).toMatchObject({ hostName: "db1", input: { waitSeconds: 45, atLimit: "stay", ...vip } });
    expect(consequences[1]?.text).toMatch(
      /refuses new connections through .* for up to 45 s\. If one is still open.* Open now: 12\.$/,
    );
    expect(planSwitchover(input, [], pause, drain).steps).toHaveLength(1);
  });
  it("proves each write VIP, and drains all of them in one step before the order", () => {
    const input = { clusterId: "c", from: party(1), to: party(2) };
    const vips = [
      { vipId: "v4", address: "10.77.0.100" },
      { vipId: "v6", address: "fd00::100" },
    ];
    const terms = { waitSeconds: 5, atLimit: "switch" } as const;
    const { steps, consequences } = planSwitchover(input, vips, pause, { terms, sight: null });
    expect(steps.map(({ ordinal, code }) => [ordinal, code])).toEqual([
      [0, "switchover.drain"],
      [1, "switchover.order"],
      [2, "switchover.follow"],
      [3, "switchover.follow"],
    ]);
    expect(steps[0]?.input).toMatchObject({ vipId: "v4", others: [vips[1]] });
    expect(steps.slice(2).map((step) => step.input)).toMatchObject(vips);
    expect(consequences[1]?.text).toContain("fd00::100 follows too");
  });
  it("never puts anything but a uuid into its statement", () => {
    expect(() => switchoverStatement("x') OR SLEEP(9) -- ", 10)).toThrow(TypeError);
    expect(() => switchoverStatement("00000000-0000-4000-8000-000000000001", Number.NaN)).toThrow(TypeError);
  });
});
