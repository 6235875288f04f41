import { formatMessage } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { checkSwitchover, predictPause, type SwitchoverParty, type SwitchoverSnapshot } from "../switchover";
import { member, snapshotOf } from "../switchover/switchover.fixture";
import { checkRestart } from "./check-restart";
import { planRestart, type RestartRound } from "./plan-restart";

describe("checkRestart", () => {
  const whole = [member(1), member(2), member(3)];

  it("passes a whole group of three", () => {
    const report = checkRestart(snapshotOf(whole));
    expect(report.checks.filter(({ result }) => result !== "pass")).toEqual([]);
    expect(report.hasFailures).toBe(false);
  });

  it("reports what its switchover does, and its own last", () => {
    const of = snapshotOf(whole);
    const { checks, estimates } = checkSwitchover(of);
    const report = checkRestart(of);
    expect(report.checks.slice(0, -1)).toEqual(checks);
    expect(report.checks.at(-1)?.code).toBe("restart_members");
    expect(report.estimates).toEqual(estimates);
  });

  type Row = readonly [title: string, of: SwitchoverSnapshot, code: string, named: string];
  const rows: readonly Row[] = [
    [
      "a member that is away, for the next restart would take another",
      snapshotOf([member(1), member(2), member(3, { state: "ERROR" })]),
      "restart_members",
      "db3",
    ],
    ["two members", snapshotOf(whole.slice(0, 2)), "restart_members", "2 registered members"],
    [
      "the primary as the next primary",
      snapshotOf(whole, { targetMemberId: "m1" }),
      "switchover_target",
      "db1",
    ],
  ];
  it.each(rows)("refuses %s", (_title, of, code, named) => {
    const report = checkRestart(of);
    const failed = report.checks.filter(({ result }) => result === "fail");
    expect(report.hasFailures).toBe(true);
    expect(failed.map((check) => check.code)).toEqual([code]);
    expect(failed[0]?.evidence.text).toContain(named);
    expect(failed[0]?.remedy).not.toBeNull();
  });
});

describe("planRestart", () => {
  const party = (n: number): SwitchoverParty => ({
    memberId: `m${n}`,
    serverUuid: `00000000-0000-4000-8000-00000000000${n}`,
    name: `db${n}`,
    address: `10.77.0.1${n}`,
    port: 3306,
    hostId: `h${n}`,
  });
  const [db1, db2, db3] = [party(1), party(2), party(3)];
  const round: RestartRound = {
    clusterId: "c1",
    members: [db1, db2, db3],
    from: db1,
    to: db2,
    vips: [{ vipId: "v1", address: "10.77.0.100" }],
    readAddresses: [],
    pausedReadAddresses: [],
    user: "root",
    limitSeconds: 600,
    pause: predictPause(snapshotOf([member(1), member(2), member(3)])),
    drain: null,
  };

  it("restarts every server once, none while it is the primary, the next primary last before it takes over", () => {
    const { steps } = planRestart(round);
    expect(steps.map(({ ordinal, code, hostName }) => [ordinal, code, hostName])).toEqual([
      [0, "restart.member", "db3"],
      [1, "restart.member", "db2"],
      [2, "switchover.order", "db2"],
      [3, "switchover.follow", null],
      [4, "restart.member", "db1"],
    ]);
    expect(steps.map(({ preview }) => preview[0]?.text)).toEqual([
      "RESTART",
      "RESTART",
      expect.stringContaining(db2.serverUuid),
      undefined,
      "RESTART",
    ]);
  });

  it("says the order and what is left of the group meanwhile, in both languages", () => {
    const { consequences } = planRestart(round);
    expect(consequences[0]?.text).toContain("db3, db2, db1");
    expect(consequences.map(({ text }) => text).join(" ")).toContain(
      "2 registered members remain. The group survives the failure of 0 of them",
    );
    const chinese = consequences.map((one) => formatMessage(one, "zh"));
    expect(chinese.filter((text) => /\{\w+/.test(text))).toEqual([]);
  });

  it.each([
    { code: "consequence.restart_reads", which: "readAddresses" },
    { code: "consequence.restart_reads_paused", which: "pausedReadAddresses" },
  ])(
    "names the read VIPs of $code in both languages, and says nothing of any where there is none",
    ({ code, which }) => {
      const { consequences } = planRestart({ ...round, [which]: ["10.77.0.101", "10.77.0.102"] });
      const told = consequences.find((one) => one.code === code);
      expect(told?.text).toContain("10.77.0.101, 10.77.0.102");
      for (const address of ["10.77.0.101", "10.77.0.102"])
        expect(told === undefined ? "" : formatMessage(told, "zh")).toContain(address);
      expect(planRestart(round).consequences.map((one) => one.code)).not.toContain(code);
    },
  );

  it("drains the address right before its one switchover, where that is asked for", () => {
    const { steps } = planRestart({
      ...round,
      drain: { terms: { waitSeconds: 30, atLimit: "switch" }, sight: null },
    });
    expect(steps.map(({ ordinal, code }) => `${ordinal} ${code}`)).toEqual([
      "0 restart.member",
      "1 restart.member",
      "2 switchover.drain",
      "3 switchover.order",
      "4 switchover.follow",
      "5 restart.member",
    ]);
  });

  it("needs no address", () => {
    expect(planRestart({ ...round, vips: [] }).steps.map(({ code }) => code)).toEqual([
      "restart.member",
      "restart.member",
      "switchover.order",
      "restart.member",
    ]);
  });
});
