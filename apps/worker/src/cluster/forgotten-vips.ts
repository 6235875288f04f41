import { type Message, message } from "@primacy/contract";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { greetAgent } from "../observe/greet-agent";

/**
 * The VIPs that agents on these hosts hold for clusters that this console does not have: it was restored from a database
 * from before they were registered, or they were removed while an agent was silent. Taken into another cluster, an agent
 * lets go of them; where that is not decided (`mayRelease` false), those of a cluster of which one has an address keep it. A host without an agent, or with a silent one, says nothing; it delays nobody by more than 5 s.
 */
export async function listForgottenVips(
  worker: WorkerContext,
  hostIds: readonly (string | null)[],
  signal: AbortSignal,
  { mayRelease }: { readonly mayRelease: boolean } = { mayRelease: true },
): Promise<readonly Message[]> {
  const ids = [...new Set(hostIds.flatMap((id) => id ?? []))];
  const found = (await Promise.all(ids.map((id) => listForgotten(worker, id, signal)))).flat();
  const onHosts = new Set(found.flatMap((one) => (one.bound.length > 0 ? [one.clusterId] : [])));
  const held = found.filter((one) => one.addresses.length > 0 && (mayRelease || onHosts.has(one.clusterId)));
  if (held.length === 0) return [];
  const addresses = [...new Set(held.flatMap((one) => one.addresses))].sort().join(", ");
  return [
    message(mayRelease ? "discovery.agents_hold" : "discovery.agents_keep", {
      hosts: held.map((one) => one.name).join(", "),
      addresses,
    }),
  ];
}

/** What an agent holds for a cluster that this console does not have. */
interface Forgotten {
  readonly name: string;
  readonly clusterId: string;
  readonly addresses: readonly string[];
  /** Those of them that are on the host now. */
  readonly bound: readonly string[];
}

async function listForgotten(
  worker: WorkerContext,
  hostId: string,
  signal: AbortSignal,
): Promise<readonly Forgotten[]> {
  const host = await worker.db.hosts.find(hostId);
  if (host === null || host.agentState === "none") return [];
  const found: Forgotten[] = [];
  try {
    for (const { clusterId } of (await greetAgent(worker, agentOf(host, null), signal)).clusters) {
      if ((await worker.db.clusters.find(clusterId)) !== null) continue;
      const status = await worker.observer.readStatus(agentOf(host, clusterId), signal);
      found.push({
        name: host.name,
        clusterId,
        addresses: status.vips.map((vip) => vip.address),
        bound: status.vips.filter((vip) => vip.isBound).map((vip) => vip.address),
      });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
  }
  return found;
}
