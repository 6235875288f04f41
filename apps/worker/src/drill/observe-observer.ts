import type { DrillObserverSight } from "@primacy/core/drill";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { greetAgent } from "../observe/greet-agent";

/** What the agent that is to play the clients can do, with clients that only read where `hasReaders`. Changes nothing. */
export async function observeObserver(
  worker: Pick<WorkerContext, "agents">,
  target: AgentTarget,
  hasReaders: boolean,
  signal: AbortSignal,
): Promise<DrillObserverSight> {
  const about = { hostId: target.hostId, name: target.hostName };
  try {
    const { abilities } = await greetAgent(worker, target, signal);
    if (!abilities.includes("drill_probe")) return { ...about, agent: "outdated" };
    const isShort = hasReaders && !abilities.includes("drill_read_probe");
    return { ...about, agent: isShort ? "outdated_reads" : "ready" };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return { ...about, agent: { kind: "silent", reason: error.explanation } };
  }
}
