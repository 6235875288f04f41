import type { VipPlanSnapshot } from "@primacy/core/plan";
import { AgentFailure } from "../agent-client/agent-failure";
import { greetAgent } from "../cluster/agent-call";
import { type LoadedCluster, targetOf } from "../cluster/load-cluster";
import type { WorkerContext } from "../context";

/** What a plan on VIPs is made from: the stored cluster, and the highest epoch that an agent holds. */
export async function snapshotForPlan(
  worker: WorkerContext,
  loaded: LoadedCluster,
  signal: AbortSignal,
): Promise<VipPlanSnapshot> {
  const { wanted } = loaded;
  const epochs = await Promise.all(
    wanted.hosts.map(async (host) => {
      try {
        const hello = await greetAgent(worker, targetOf(host), signal);
        return hello.clusterId === wanted.clusterId ? hello.epoch : null;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AgentFailure) return null;
        throw error;
      }
    }),
  );
  const held = epochs.flatMap((epoch) => epoch ?? []);
  const picture = await worker.db.topologies.find(wanted.clusterId);
  const primary = loaded.cluster.members.find((member) => member.id === picture?.topology.primaryMemberId);
  return {
    wanted,
    primaryName: primary?.hostName ?? primary?.address ?? "-",
    heldEpoch: held.length === 0 ? null : Math.max(...held),
  };
}
