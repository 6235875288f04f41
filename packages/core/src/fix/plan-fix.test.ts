import { formatMessage, type VariableSetting } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { uuid, withVariables, withVariablesEverywhere } from "../check/catalogue.fixture";
import { checkVip } from "../check/check-vip";
import type { VipCheckSnapshot } from "../check/snapshot";
import { type FixMember, offerFixes, planFix, planRestore } from "./plan-fix";
import { isSameSetting, variableStatements } from "./variable-statements";

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

  it("chooses a majority timeout below the expel timeout", () => {
    const planned = planFix(origin, "majority_timeout", [member(1, "3"), member(2, "5")]);
    expect(planned?.steps.map((step) => step.input.target)).toEqual([
      { running: "2", persisted: "2" },
      { running: "2", persisted: "2" },
    ]);
  });

  it("is restored member by member, to what was running and what was persisted", () => {
    const after = { running: "0", persisted: "0" };
    const members = [
      { memberId: uuid(1), name: "db1", before: { running: "5", persisted: "5" }, after },
      { memberId: uuid(2), name: "db2", before: { running: "7", persisted: null }, after },
    ];
    const { steps } = planRestore(origin, { variable: expel, members }, { [uuid(1)]: uuid(1) });
    expect(steps.map((step) => step.preview.map((one) => one.text))).toEqual([
      [`SET PERSIST ${expel} = 5`],
      [`SET GLOBAL ${expel} = 7`, `RESET PERSIST IF EXISTS ${expel}`],
    ]);
    expect(steps.map((step) => step.hostId)).toEqual([uuid(1), null]);
  });

  const settings: readonly (readonly [VariableSetting, readonly string[]])[] = [
    [{ running: "0", persisted: "0" }, [`SET PERSIST ${expel} = 0`]],
    [{ running: "0", persisted: "5" }, [`SET PERSIST ${expel} = 5`, `SET GLOBAL ${expel} = 0`]],
    [{ running: "5", persisted: null }, [`SET GLOBAL ${expel} = 5`, `RESET PERSIST IF EXISTS ${expel}`]],
  ];
  it.each(settings)("gives %j its statements", (setting, statements) => {
    expect(variableStatements(expel, setting).map((one) => one.text)).toEqual(statements);
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
      "clients that stay",
      withVariables({ group_replication_exit_state_action: "READ_ONLY" }),
      ["exit_action"],
    ],
    ["nothing that a fix can mend", withVariables({ sync_binlog: "0" }), []],
  ])("for %s", (_, of, fixes) => {
    expect(offered(of)).toEqual(fixes);
  });
});
