import type { Message } from "@primacy/contract";
import { probeEndMs, probeUnaskedMs } from "@primacy/contract/agent";
import type { DrillInput } from "@primacy/core/drill";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { deleteRows } from "./client-rows";
import { deleteLimitMs, deleteUntil } from "./delete-until";

/** How long the observing host has for one answer about its clients. */
export const askClientsMs = 10_000;

/**
 * Ends the clients, which were last asked for at `askedMs` of the clock of this process, and deletes their rows once none can write any more.
 * Returns null, or why some may be left after `limitMs`.
 */
export async function clearClients(
  worker: WorkerContext,
  input: DrillInput,
  askedMs: number,
  signal: AbortSignal,
  limitMs = deleteLimitMs,
): Promise<Message | null> {
  const hasEnded = await endClients(worker, input, signal);
  const quietMs = hasEnded ? 0 : askedMs + probeUnaskedMs + probeEndMs;
  return deleteUntil(() => deleteRows(worker, input, signal), quietMs, signal, limitMs);
}

/** Ends the clients on the observing host, where there are any; whether it said so. */
async function endClients(
  worker: WorkerContext,
  { drillId, observer }: DrillInput,
  signal: AbortSignal,
): Promise<boolean> {
  const host = await worker.db.hosts.find(observer.hostId);
  if (host === null) return false;
  try {
    await worker.agents
      .clientFor(agentOf(host, null))
      .call("readProbe", { probeId: drillId, after: 0, stop: true }, { signal, timeoutMs: askClientsMs });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    // One that does not answer ends its clients by itself once nobody asks for them.
    return false;
  }
}
