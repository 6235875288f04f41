import { type Message, message } from "@primacy/contract";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { greetAgent, readStatus } from "./agent-call";

/**
 * The VIPs that agents on these hosts hold for clusters that this console does not have: it was restored from a database
 * from before they were registered, or they were removed while an agent was silent. Taken into another cluster, an agent
 * lets go of them. A host without an agent, or with a silent one, says nothing; it delays nobody by more than 5 s.
 */
export async function listForgottenVips(
  worker: WorkerContext,
  hostIds: readonly (string | null)[],
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const ids = [...new Set(hostIds.flatMap((id) => id ?? []))];
  const found = await Promise.all(ids.map((id) => findForgotten(worker, id, signal)));
  const held = found.flatMap((one) => one ?? []);
  if (held.length === 0) return [];
  const addresses = [...new Set(held.flatMap((one) => one.addresses))].sort().join(", ");
  return [message("discovery.agents_hold", { hosts: held.map((one) => one.name).join(", "), addresses })];
}

async function findForgotten(
  worker: WorkerContext,
  hostId: string,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly addresses: readonly string[] } | null> {
  const host = await worker.db.hosts.find(hostId);
  if (host === null || host.agentState === "none") return null;
  const target = { hostId, hostName: host.name, address: host.agentAddress, port: host.agentPort };
  try {
    const { clusterId } = await greetAgent(worker, target, signal);
    if (clusterId === null || (await worker.db.clusters.find(clusterId)) !== null) return null;
    const { vips } = await readStatus(worker, target, signal);
    return vips.length === 0 ? null : { name: host.name, addresses: vips.map((vip) => vip.address) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return null;
    throw error;
  }
}
