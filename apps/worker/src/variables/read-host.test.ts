import { agentProtocol, type NextStartSettings } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import type { AgentClients, AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { readHost } from "./read-host";

const { signal } = new AbortController();
const target: AgentTarget = { hostId: "h", hostName: "db1", address: "10.77.0.11", port: 7433 };
const kept = { value: "77", place: "file", path: "/etc/my.cnf", line: 2 } as const;
const setting = { variable: "max_connections", ...kept };
const told: NextStartSettings = { problem: null, settings: [setting], unread: ["/etc/secret.cnf"] };

/** What is read through an agent that has these abilities; null: that does not answer. */
function readFrom(abilities: readonly string[] | null, asked: AgentTarget | null = target) {
  const agents: AgentClients = {
    clientFor: (of) => ({
      target: of,
      call: async (name) => {
        if (abilities === null) throw new AgentFailure("agent_unreachable", of, { reason: "no_answer" });
        return JSON.parse(JSON.stringify(name === "hello" ? { protocol: agentProtocol, abilities } : told));
      },
      readStream: () => Promise.resolve(),
    }),
  };
  return readHost({ agents }, asked, ["max_connections"], signal);
}

test("what the agent says is given by variable", async () => {
  const { problem, settings, unread } = await readFrom(["next_start"]);
  expect([problem, unread]).toEqual([null, told.unread]);
  expect(settings).toEqual(new Map([["max_connections", kept]]));
});

test.each([
  ["no agent on the host", [], null, "next_start.no_agent"],
  ["an agent of an earlier release", ["host_fault"], target, "next_start.outdated"],
  ["an agent that does not answer", null, target, "failure.agent_unreachable"],
] as const)("with %s nothing is known, and the reason is told", async (_what, abilities, asked, code) => {
  const { problem, settings } = await readFrom(abilities, asked);
  expect([problem?.code, settings.size]).toEqual([code, 0]);
});
