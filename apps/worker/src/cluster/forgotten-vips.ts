import { type Message, message } from "@primacy/contract";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { greetAgent, readStatus } from "./agent-call";

/**
 * The VIPs that agents on these hosts hold for clusters that this console does not have: it was restored from a database
 * from before they were registered, or they were removed while an agent was silent. Taken into another cluster, an agent
 * lets go of them; where that is not decided (`mayLetGo` false), those of a cluster of which one has an address keep it. A host without an agent, or with a silent one, says nothing; it delays nobody by more than 5 s.
 */
export async function listForgottenVips(
  worker: WorkerContext,
  hostIds: readonly (string | null)[],
  signal: AbortSignal,
  { mayLetGo }: { readonly mayLetGo: boolean } = { mayLetGo: true },
): Promise<readonly Message[]> {
  const ids = [...new Set(hostIds.flatMap((id) => id ?? []))];
  const found = (await Promise.all(ids.map((id) => findForgotten(worker, id, signal)))).flatMap(
    (one) => one ?? [],
  );
  const onHosts = new Set(found.flatMap((one) => (one.bound.length > 0 ? [one.clusterId] : [])));
  const held = found.filter((one) => one.addresses.length > 0 && (mayLetGo || onHosts.has(one.clusterId)));
  if (held.length === 0) return [];
  const addresses = [...new Set(held.flatMap((one) => one.addresses))].sort().join(", ");
  return [
    message(mayLetGo ? "discovery.agents_hold" : "discovery.agents_keep", {
      hosts: held.map((one) => one.name).join(", "),
      addresses,
    }),
  ];
}

/** What one agent holds for a cluster that this console does not have. */
interface Forgotten {
  readonly name: string;
  readonly clusterId: string;
  readonly addresses: readonly string[];
  /** Those of them that are on the host now. */
  readonly bound: readonly string[];
}

async function findForgotten(
  worker: WorkerContext,
  hostId: string,
  signal: AbortSignal,
): Promise<Forgotten | null> {
  const host = await worker.db.hosts.find(hostId);
  if (host === null || host.agentState === "none") return null;
  const target = { hostId, hostName: host.name, address: host.agentAddress, port: host.agentPort };
  try {
    const { clusterId } = await greetAgent(worker, target, signal);
    if (clusterId === null || (await worker.db.clusters.find(clusterId)) !== null) return null;
    const status = await readStatus(worker, target, signal);
    return {
      name: host.name,
      clusterId,
      addresses: status.vips.map((vip) => vip.address),
      bound: status.vips.filter((vip) => vip.isBound).map((vip) => vip.address),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return null;
    throw error;
  }
}
