import {
  CheckFix,
  type FixResult,
  FixVariable,
  formatMessage,
  isRefusal,
  type VariableSetting,
} from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { uuid, withVariables, withVariablesEverywhere } from "../check/catalogue.fixture";
import { checkVip } from "../check/check-vip";
import type { VipCheckSnapshot } from "../check/snapshot";
import { basisOf, checkBasis } from "./fix-basis";
import { type FixMember, listFixed, offerFixes, planFix, planRestore, refuseUnfit } from "./plan-fix";
import { isSameSetting, judgeSetting, variableStatements } from "./variable-statements";

const origin = { clusterId: uuid(9), user: "root" };
const expel = "group_replication_member_expel_timeout";

function member(n: number, expelTimeout: string, persisted: string | null = null): FixMember {
  const name = `db${n}`;
  const settings = {
    [expel]: { running: expelTimeout, persisted },
    group_replication_unreachable_majority_timeout: { running: "0", persisted: null },
  };
  return { memberId: uuid(n), hostId: uuid(n), name, settings };
}

function durable(n: number, sync: string, flush: string): FixMember {
  const settings = {
    sync_binlog: { running: sync, persisted: null },
    innodb_flush_log_at_trx_commit: { running: flush, persisted: null },
  };
  return { ...member(n, "0"), settings };
}

function booting(n: number, bootstrap: string, persisted: string | null = null): FixMember {
  const settings = {
    group_replication_start_on_boot: { running: "OFF", persisted: null },
    group_replication_bootstrap_group: { running: bootstrap, persisted },
  };
  return { ...member(n, "0"), settings };
}

function offered(of: VipCheckSnapshot): readonly string[] {
  const asked = checkVip(of).checks.map((check) => check.fix);
  return offerFixes(of, uuid(9), asked).map(({ fix }) => fix);
}

describe("a fix", () => {
  it("sets the variable on every member, persisted, and knows what each had", () => {
    const planned = planFix(origin, "expel_timeout", [member(1, "5", "5"), member(2, "0"), member(3, "7")]);
    expect(planned?.steps.map((step) => step.preview.map((one) => one.text))).toEqual([
      [`SET PERSIST ${expel} = 0`],
      [`SET PERSIST ${expel} = 0`],
      [`SET PERSIST ${expel} = 0`],
    ]);
    expect(planned?.steps.map((step) => step.input.before.running)).toEqual(["5", "0", "7"]);
    expect(planned?.steps.every((step) => step.isReversible && step.input.user === "root")).toBe(true);
    const texts = [...(planned?.consequences ?? []), ...(planned?.steps.map((step) => step.title) ?? [])];
    for (const text of texts)
      for (const locale of ["en", "zh"] as const) expect(formatMessage(text, locale)).not.toMatch(/\{\w+/);
  });

  it("is not planned where a server did not say what it has, or no value fits", () => {
    const silent = { ...member(3, "0"), settings: {} };
    expect(planFix(origin, "expel_timeout", [member(1, "5"), silent])).toBeNull();
    expect(planFix(origin, "majority_timeout", [member(1, "1"), member(2, "1")])).toBeNull();
    expect(planFix(origin, "expel_timeout", [])).toBeNull();
  });

  it("sets both variables of durability on every member, and knows what each had", () => {
    const planned = planFix(origin, "durability", [durable(2, "1", "2"), durable(1, "0", "1")]);
    expect(planned?.steps.map((step) => step.preview.map((one) => one.text))).toEqual([
      ["SET PERSIST sync_binlog = 1"],
      ["SET PERSIST innodb_flush_log_at_trx_commit = 1"],
      ["SET PERSIST sync_binlog = 1"],
      ["SET PERSIST innodb_flush_log_at_trx_commit = 1"],
    ]);
    const steps = planned?.steps ?? [];
    expect(steps.map(({ hostName, input }) => [hostName, input.before.running])).toEqual([
      ["db1", "0"],
      ["db1", "1"],
      ["db2", "1"],
      ["db2", "2"],
    ]);
    const basis = basisOf(steps);
    expect(checkBasis(steps, basis)).toEqual([]);
    const later = planFix(origin, "durability", [durable(2, "1", "0"), durable(1, "0", "1")])?.steps ?? [];
    expect(checkBasis(later, basis).map(({ code, message: { params } }) => [code, params.variable])).toEqual([
      ["fix_member_changed", "innodb_flush_log_at_trx_commit"],
    ]);
  });

  it("takes what was confirmed without the variable's name for the one that the fix sets", () => {
    const steps = planFix(origin, "expel_timeout", [member(1, "5")])?.steps ?? [];
    expect(checkBasis(steps, { value: "0", members: [{ memberId: uuid(1), running: "5" }] })).toEqual([]);
  });

  it("lets no server start into its group that would found one of its own", () => {
    const starting = planFix(origin, "restart_safety", [booting(1, "OFF"), booting(2, "OFF")]);
    expect(starting?.steps.map((step) => step.preview.map((one) => one.text))).toEqual([
      // An option file may say otherwise, which shows at the next start alone.
      ["SET PERSIST group_replication_bootstrap_group = 'OFF'"],
      ["SET PERSIST group_replication_start_on_boot = 'ON'"],
      ["SET PERSIST group_replication_bootstrap_group = 'OFF'"],
      ["SET PERSIST group_replication_start_on_boot = 'ON'"],
    ]);
    expect(planFix(origin, "restart_safety", [booting(1, "OFF"), booting(2, "ON")])).toBeNull();
    expect(planFix(origin, "restart_safety", [booting(1, "OFF"), booting(2, "OFF", "ON")])).toBeNull();
    expect(refuseUnfit("restart_safety").errors.map((one) => one.code)).toEqual(["fix_bootstrap_first"]);
    const founding = planFix(origin, "bootstrap", [booting(1, "OFF", "ON"), booting(2, "ON")]);
    expect(founding?.steps.map((step) => step.preview.map((one) => one.text))).toEqual([
      ["SET PERSIST group_replication_bootstrap_group = 'OFF'"],
      ["SET PERSIST group_replication_bootstrap_group = 'OFF'"],
    ]);
  });

  it.each(CheckFix.options)("says what %s means in both languages", (fix) => {
    const known = FixVariable.options.map((name) => [name, { running: "OFF", persisted: null }] as const);
    const whole = { ...member(1, "5"), settings: Object.fromEntries(known) };
    for (const text of planFix(origin, fix, [whole])?.consequences ?? [])
      for (const locale of ["en", "zh"] as const) expect(formatMessage(text, locale)).not.toMatch(/\{\w+/);
    expect(planFix(origin, fix, [whole])?.steps.length).toBeGreaterThan(0);
  });

  it("chooses a majority timeout below the expel timeout", () => {
    const planned = planFix(origin, "majority_timeout", [member(1, "3"), member(2, "5")]);
    expect(planned?.steps.map((step) => step.input.target)).toEqual([
      { running: "2", persisted: "2" },
      { running: "2", persisted: "2" },
    ]);
  });

  it("is another one than was confirmed where a member, its value or the value to set is another", () => {
    const planned = (members: readonly FixMember[]) =>
      planFix(origin, "majority_timeout", members)?.steps ?? [];
    const confirmed = basisOf(planned([member(1, "5"), member(2, "5")]));
    const codes = (members: readonly FixMember[]): string[] =>
      checkBasis(planned(members), confirmed).map((one) => one.code);
    expect(confirmed).toMatchObject({ value: "4", members: [{ running: "0" }, { running: "0" }] });
    expect(codes([member(2, "5"), member(1, "5", "5")])).toEqual([]);
    expect(codes([member(1, "3"), member(2, "5")])).toEqual(["fix_value_changed"]);
    expect(codes([member(1, "5"), member(3, "5")])).toEqual(["fix_members_changed"]);
    expect(codes([member(1, "5")])).toEqual(["fix_members_changed"]);
    const settings = { ...member(2, "5").settings };
    settings.group_replication_unreachable_majority_timeout = { running: "9", persisted: null };
    expect(codes([member(1, "5"), { ...member(2, "5"), settings }])).toEqual(["fix_member_changed"]);
  });

  const settings: readonly (readonly [VariableSetting, readonly string[]])[] = [
    [{ running: "0", persisted: "0" }, [`SET PERSIST ${expel} = 0`]],
    [{ running: "0", persisted: "5" }, [`SET PERSIST ${expel} = 5`, `SET GLOBAL ${expel} = 0`]],
    [{ running: "5", persisted: null }, [`SET GLOBAL ${expel} = 5`, `RESET PERSIST IF EXISTS ${expel}`]],
  ];
  it.each(settings)("gives %j its statements", (setting, statements) => {
    expect(variableStatements(expel, setting).map((one) => one.text)).toEqual(statements);
  });

  const change = { before: { running: "5", persisted: null }, target: { running: "0", persisted: "0" } };
  it.each([
    ["before", { running: "5", persisted: null }],
    ["target", { running: "0", persisted: "0" }],
    // SET GLOBAL was done, RESET PERSIST was not.
    ["between", { running: "5", persisted: "0" }],
    ["other", { running: "0", persisted: null }],
    ["other", { running: "7", persisted: "0" }],
    ["other", null],
  ])("knows as %s what %j is, whichever way the change went", (place, actual) => {
    expect(judgeSetting(actual, change)).toBe(place);
    const back = { before: change.target, target: change.before };
    const turned = place === "before" ? "target" : place === "target" ? "before" : place;
    expect(judgeSetting(actual, back)).toBe(turned);
  });

  it("quotes words, and compares both halves of a setting", () => {
    const [first] = variableStatements("group_replication_exit_state_action", {
      running: "OFFLINE_MODE",
      persisted: "OFFLINE_MODE",
    });
    expect(first?.text).toBe("SET PERSIST group_replication_exit_state_action = 'OFFLINE_MODE'");
    expect(isSameSetting({ running: "1", persisted: null }, { running: "1", persisted: "1" })).toBe(false);
  });
});

describe("the restoration of a fix", () => {
  const after = { running: "0", persisted: "0" };
  const result: FixResult = {
    variable: expel,
    members: [
      { memberId: uuid(1), name: "db1", before: { running: "5", persisted: "5" }, after },
      { memberId: uuid(2), name: "db2", before: { running: "7", persisted: null }, after },
    ],
  };
  function restored(members: readonly FixMember[]) {
    const planned = planRestore(origin, result, members);
    if (isRefusal(planned)) throw new Error(planned.code);
    return planned.steps;
  }
  function refused(members: readonly FixMember[]) {
    const planned = planRestore(origin, result, members);
    return isRefusal(planned) ? planned.errors : [];
  }

  it("gives each member what was running and what was persisted", () => {
    const steps = restored([member(1, "0", "0"), member(2, "0", "0")]);
    expect(steps.map((step) => step.preview.map((one) => one.text))).toEqual([
      [`SET PERSIST ${expel} = 5`],
      [`SET GLOBAL ${expel} = 7`, `RESET PERSIST IF EXISTS ${expel}`],
    ]);
    expect(steps.map((step) => step.hostId)).toEqual([uuid(1), uuid(2)]);
  });

  it("is refused with every member on which somebody set the variable since", () => {
    const errors = refused([member(1, "3", "3"), member(2, "0")]);
    expect(errors.map((one) => [one.code, one.message.params.host, one.message.params.actual])).toEqual([
      ["fix_set_since", "db1", "3"],
      ["fix_set_since", "db2", "0"],
    ]);
    for (const { message } of errors)
      for (const locale of ["en", "zh"] as const) expect(formatMessage(message, locale)).not.toMatch(/\{\w+/);
    expect(refused([member(1, "0", "0"), { ...member(2, "0"), settings: {} }])).toHaveLength(1);
  });

  it("goes on where another restoration stopped, also in the middle of a member", () => {
    const steps = restored([member(1, "5", "5"), member(2, "7", "0")]);
    expect(steps.map((step) => step.input.before)).toEqual([
      { running: "5", persisted: "5" },
      { running: "7", persisted: "0" },
    ]);
  });

  it("gives each of several variables back", () => {
    const done: FixResult = {
      variable: "sync_binlog",
      members: (["sync_binlog", "innodb_flush_log_at_trx_commit"] as const).map((variable, n) => ({
        memberId: uuid(1),
        name: "db1",
        variable,
        before: { running: String(n), persisted: null },
        after: { running: "1", persisted: "1" },
      })),
    };
    const now = { running: "1", persisted: "1" };
    const settings = { sync_binlog: now, innodb_flush_log_at_trx_commit: now };
    const planned = planRestore(origin, done, [{ ...member(1, "0"), settings }]);
    if (isRefusal(planned)) throw new Error(planned.code);
    expect(planned.steps.map((step) => step.preview.map((one) => one.text))).toEqual([
      [
        "SET GLOBAL innodb_flush_log_at_trx_commit = 1",
        "RESET PERSIST IF EXISTS innodb_flush_log_at_trx_commit",
      ],
      ["SET GLOBAL sync_binlog = 0", "RESET PERSIST IF EXISTS sync_binlog"],
    ]);
    expect(listFixed(done)).toEqual(["sync_binlog", "innodb_flush_log_at_trx_commit"]);
    expect(listFixed(result)).toEqual([expel]);
  });

  const [bootstrap, start] = [
    "group_replication_bootstrap_group",
    "group_replication_start_on_boot",
  ] as const;
  const on = { running: "ON", persisted: "ON" };
  const off = { running: "OFF", persisted: "OFF" };
  const setOff = { memberId: uuid(1), name: "db1", variable: bootstrap, before: on, after: off };
  const setOn = { memberId: uuid(1), name: "db1", variable: start, before: off, after: on };
  const startingAs = (startOnBoot: VariableSetting): FixMember => ({
    ...member(1, "0"),
    settings: { [bootstrap]: off, [start]: startOnBoot },
  });
  function planOf(members: FixResult["members"], now: VariableSetting) {
    return planRestore(origin, { variable: bootstrap, members }, [startingAs(now)]);
  }

  it("leaves no server that would found a second group when it starts, and names each", () => {
    for (const startOnBoot of [on, { running: "OFF", persisted: "ON" }, { running: "ON", persisted: null }]) {
      const planned = planOf([setOff], startOnBoot);
      const errors = isRefusal(planned) ? planned.errors : [];
      expect(errors.map((one) => [one.code, one.message.params.host])).toEqual([["fix_founds_group", "db1"]]);
      for (const { message } of errors)
        for (const locale of ["en", "zh"] as const)
          expect(formatMessage(message, locale)).not.toMatch(/\{\w+/);
    }
    const planned = planOf([setOff], off);
    expect(isRefusal(planned) ? planned.errors : planned.steps.map((step) => step.input.target)).toEqual([
      on,
    ]);
  });

  it("lets a server start by hand alone before it may found a group again", () => {
    const planned = planOf([setOff, setOn], on);
    expect(
      isRefusal(planned) ? [] : planned.steps.map(({ input }) => [input.variable, input.target]),
    ).toEqual([
      [start, off],
      [bootstrap, on],
    ]);
  });

  it("leaves out a member that left, and is refused where none is left", () => {
    expect(restored([member(2, "0", "0"), member(3, "9")]).map((step) => step.hostName)).toEqual(["db2"]);
    expect(refused([member(3, "0", "0")]).map((one) => one.code)).toEqual(["operation_no_fix"]);
  });
});

describe("the offer of fixes", () => {
  it.each([
    ["an expel timeout above 0", withVariables({ [expel]: "5" }), ["expel_timeout"]],
    [
      "an endless wait without majority",
      withVariables({ group_replication_unreachable_majority_timeout: "0" }),
      ["majority_timeout"],
    ],
    [
      "a majority timeout that is too long for the expel timeout",
      withVariablesEverywhere({
        [expel]: "5",
        group_replication_unreachable_majority_timeout: "9",
      }),
      ["expel_timeout", "majority_timeout"],
    ],
    ["no attempt to come back", withVariables({ group_replication_autorejoin_tries: "0" }), ["autorejoin"]],
    [
      "clients that stay, since what would turn them away outlasts the member's return",
      withVariables({ group_replication_exit_state_action: "READ_ONLY" }),
      [],
    ],
    ["a wait for a checkpoint", withVariables({ replica_checkpoint_period: "300" }), ["checkpoint_period"]],
    [
      "one thread that applies, which needs no checkpoint",
      withVariables({ replica_checkpoint_period: "300", replica_parallel_workers: "0" }),
      [],
    ],
    [
      "a server writable after a restart",
      withVariables({ group_replication_start_on_boot: "OFF" }),
      ["restart_safety"],
    ],
    [
      "a server that would found a second group, by its running setting",
      withVariables({ group_replication_bootstrap_group: "ON" }),
      ["bootstrap"],
    ],
    [
      "one that would by its option file, though it starts alone: it must not do so by itself before",
      withVariables({
        group_replication_start_on_boot: "OFF",
        "group_replication_bootstrap_group@configured": "ON",
      }),
      ["bootstrap"],
    ],
    ["lax durability", withVariables({ sync_binlog: "0" }), ["durability"]],
    ["nothing that a fix can mend", withVariables({ admin_address: "" }), []],
  ])("for %s", (_, of, fixes) => {
    expect(offered(of)).toEqual(fixes);
  });
});
