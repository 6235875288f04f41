import { problemDetail } from "@primacy/contract";
import { findUnknownPeers, type VipPlanSnapshot } from "@primacy/core/plan";
import { AgentFailure } from "../agent-client/agent-failure";
import { greetAgent } from "../cluster/agent-call";
import { askHolding, namePeers } from "../cluster/converge";
import { type LoadedCluster, targetOf } from "../cluster/load-cluster";
import type { WorkerContext } from "../context";
import type { OwnReason } from "./refuse-checks";

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

/**
 * What forbids telling the agents anything of a VIP: they know hosts that this console, restored from an older
 * database, does not. Empty where nothing does.
 */
export async function listUnknownPeers(
  worker: WorkerContext,
  { wanted }: LoadedCluster,
  signal: AbortSignal,
): Promise<readonly OwnReason[]> {
  const held = await Promise.all(wanted.hosts.map((host) => askHolding(worker, targetOf(host), signal)));
  const unknown = findUnknownPeers(wanted, held);
  if (unknown.length === 0) return [];
  const detail = problemDetail("", "unknown_peers", { hosts: await namePeers(worker, unknown) });
  return [{ code: "conflict", params: {}, detail }];
}
