import type { AgentHello } from "@primacy/contract/agent";
import { agentProtocol } from "@primacy/contract/agent";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";

type Agents = Pick<WorkerContext, "agents">;

/** Asks an agent of any version who it is. Throws `AgentFailure`. */
export async function helloOf(worker: Agents, target: AgentTarget, signal: AbortSignal): Promise<AgentHello> {
  return worker.agents.clientFor(target).call("hello", undefined, { signal, timeoutMs: 3_000 });
}

/**
 * The same of one that speaks this console's protocol. Throws `AgentFailure`: `agent_outdated` with its protocol when it speaks
 * another one, so that nothing is changed by halves.
 */
export async function greetAgent(
  worker: Agents,
  target: AgentTarget,
  signal: AbortSignal,
): Promise<AgentHello> {
  const hello = await helloOf(worker, target, signal);
  if (hello.protocol === agentProtocol) return hello;
  throw new AgentFailure("agent_outdated", target, { actual: hello.protocol, expected: agentProtocol });
}
