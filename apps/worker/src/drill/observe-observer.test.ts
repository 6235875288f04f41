import { agentProtocol } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import type { AgentClients, AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { observeObserver } from "./observe-observer";

const target: AgentTarget = { hostId: "h4", hostName: "app1", address: "10.0.0.14", port: 7433 };

/** What is seen of an agent with such abilities; null: it does not answer. */
function observe(abilities: readonly string[] | null, hasReaders: boolean) {
  const agents: AgentClients = {
    clientFor: () => ({
      target,
      call: async () => {
        if (abilities === null) throw new AgentFailure("agent_unreachable", target, {});
        return JSON.parse(JSON.stringify({ protocol: agentProtocol, hostId: target.hostId, abilities }));
      },
      readStream: () => Promise.resolve(),
    }),
  };
  return observeObserver({ agents }, target, hasReaders, AbortSignal.timeout(10_000));
}

const able = ["drill_probe", "drill_read_probe"];

test.each<[string, readonly string[], boolean, string]>([
  ["one that plays all clients is ready", able, true, "ready"],
  ["one that plays no client is too old", [], true, "outdated"],
  ["one of before there were readers is too old for them", ["drill_probe"], true, "outdated_reads"],
  ["where nobody only reads, it is ready", ["drill_probe"], false, "ready"],
])("of the agents that are to play the clients, %s", async (_what, abilities, hasReaders, agent) => {
  expect(await observe(abilities, hasReaders)).toEqual({ hostId: "h4", name: "app1", agent });
});

test("an agent that does not answer is silent, with the reason", async () => {
  expect((await observe(null, true)).agent).toMatchObject({
    kind: "silent",
    reason: { code: "failure.agent_unreachable" },
  });
});
