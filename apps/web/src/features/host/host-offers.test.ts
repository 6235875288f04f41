import { expect, it } from "vitest";
import { listHostActions } from "./host-offers";

it.each([
  [
    "nothing was installed",
    { agentState: "none", agentVersion: null },
    ["install"],
    ["upgrade", "repair", "remove"],
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
  const actions = listHostActions({ ...host, hasCredential: true });
  for (const action of offered) expect(actions).toContain(action);
  for (const action of withheld) expect(actions).not.toContain(action);
});
