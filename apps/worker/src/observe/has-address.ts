import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";

/** Whether a kernel has an address, by its agent's word; null where the agent does not answer, or the host is gone. Throws the signal's reason. */
export async function hasAddress(
  worker: Pick<WorkerContext, "db" | "observer">,
  hostId: string,
  address: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  const host = await worker.db.hosts.find(hostId);
  if (host === null) return null;
  try {
    const { nics } = await worker.observer.readStatus(agentOf(host, null), signal);
    return nics.some((nic) => nic.addresses.some((one) => one.address === address));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return null;
  }
}
