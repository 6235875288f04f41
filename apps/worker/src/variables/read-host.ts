import { message } from "@primacy/contract";
import type { HostSettings } from "@primacy/core/variables";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { greetAgent } from "../observe/greet-agent";

const timeoutMs = 10_000;

/**
 * What a host's command line and option files set these variables to, as its agent says; the reason where it cannot say it.
 * A null target: the host has no agent. Throws what is no `AgentFailure`.
 */
export async function readHost(
  worker: Pick<WorkerContext, "agents">,
  target: AgentTarget | null,
  variables: readonly string[],
  signal: AbortSignal,
): Promise<HostSettings> {
  if (target === null) return withoutSettings(message("next_start.no_agent"));
  try {
    const { abilities } = await greetAgent(worker, target, signal);
    if (!abilities.includes("next_start"))
      return withoutSettings(message("next_start.outdated", { host: target.hostName }));
    const agent = worker.agents.clientFor(target);
    const told = await agent.call("readNextStart", { variables: [...variables] }, { signal, timeoutMs });
    const settings = told.settings.map(({ variable, ...setting }) => [variable, setting] as const);
    return { problem: told.problem, settings: new Map(settings), unread: told.unread };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return withoutSettings(error.explanation);
    throw error;
  }
}

function withoutSettings(problem: NonNullable<HostSettings["problem"]>): HostSettings {
  return { problem, settings: new Map(), unread: [] };
}
