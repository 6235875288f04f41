import { AgentFailure } from "../agent-client/agent-failure";
import { loadCluster, targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { poll } from "../operation/poll";

/** An account reaches the secondaries a moment after the primary, and an agent that was refused asks again. */
const limits = { everyMs: 200, limitMs: 10_000 };

/**
 * Waits until the server of every host lets its agent in, so that what is asked next finds it so, but no longer than 10 s: the
 * names of hosts whose agents are refused still, or have no account yet, come back. Silent agents and servers that are
 * down are not waited for. Throws what the database throws.
 */
export async function awaitAccess(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { hosts, wanted } = await loadCluster(worker.db, clusterId);
  const installed = hosts.filter(({ agentState }) => agentState !== "none").map(({ id }) => id);
  const asked = wanted.hosts.filter(({ hostId }) => installed.includes(hostId));
  let refused: readonly string[] = [];
  await poll({ ...limits, signal }, async () => {
    const isLetIn = await Promise.all(
      asked.map(async (host) => {
        try {
          const { mysql } = await worker.observer.readStatus(targetOf(host), signal);
          return mysql.reach !== "denied" && mysql.reach !== "unconfigured";
        } catch (error) {
          if (!(error instanceof AgentFailure)) throw error;
          return true;
        }
      }),
    );
    refused = asked.filter((_, index) => isLetIn[index] === false).map(({ name }) => name);
    return refused.length === 0 ? true : null;
  });
  return refused;
}
