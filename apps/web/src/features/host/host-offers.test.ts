import { expect, it } from "vitest";
import { listHostActions } from "./host-offers";

it.each([
  [
    "nothing was installed",
    { agentState: "none", agentVersion: null },
    ["install"],
    ["upgrade", "repair", "remove", "enableOperator", "disableOperator"],
  ],
  [
    "an agent answered",
    { agentState: "answering", agentVersion: "0.1.0" },
    ["upgrade", "repair", "remove"],
    ["install"],
  ],
  [
    "an installation was broken off",
    { agentState: "silent", agentVersion: null },
    ["install", "remove"],
    ["upgrade", "repair"],
  ],
] as const)("where %s, offers what can work", (_what, host, offered, withheld) => {
  const actions = listHostActions({ ...host, hasCredential: true, operator: null });
  for (const action of offered) expect(actions).toContain(action);
  for (const action of withheld) expect(actions).not.toContain(action);
});

it.each([
  ["off", "answering", ["enableOperator"]],
  ["running", "answering", ["disableOperator"]],
  ["silent", "answering", ["disableOperator"]],
  ["running", "silent", ["disableOperator"]],
  ["running", "none", []],
  [null, "answering", []],
] as const)("of a host operator that is %s, with an agent %s, offers %j", (state, agentState, expected) => {
  const operator = state === null ? null : { state, openActions: 0, failedUndos: [] };
  const actions = listHostActions({ agentState, agentVersion: "0.1.0", hasCredential: true, operator });
  expect(actions.filter((action) => action.endsWith("Operator"))).toEqual(expected);
});
