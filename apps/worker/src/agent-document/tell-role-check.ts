import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";

/**
 * Has an agent answer the checks of its cluster's proxies, or none where the cluster has none: as after an installation, which
 * knows nothing of them. What decides about addresses does not wait for that: where it fails it is logged.
 */
export async function tellRoleCheck(
  worker: Pick<WorkerContext, "agents" | "db" | "log">,
  target: AgentTarget,
  clusterId: string,
  signal: AbortSignal,
): Promise<void> {
  const proxies = await worker.db.proxies.listByCluster(clusterId);
  const port = proxies.flatMap((one) => (one.kind === "haproxy" ? one.checkPort : []))[0] ?? null;
  try {
    await worker.agents.clientFor(target).call("putRoleCheck", { clusterId, port }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    worker.log.warn({ clusterId, hostId: target.hostId, code: error.code }, "agent not told of role checks");
  }
}
