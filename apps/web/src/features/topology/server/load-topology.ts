import type { Topology } from "@primacy/contract";
import { ageTopology, assembleTopology } from "@primacy/core/topology";
import type { WebContext } from "../../../server/context";

/**
 * The picture of a cluster as old as it is now. One that was never observed shows what is registered, as unknown.
 * Null when there is no such cluster. Throws `DatabaseError`.
 */
export async function loadTopology(context: WebContext, clusterId: string): Promise<Topology | null> {
  const found = await context.topologies.find(clusterId);
  if (found === null) return drawRegistered(context, clusterId);
  const { record, readAtMs } = found;
  return ageTopology(record.topology, record.ageMs + performance.now() - readAtMs);
}

async function drawRegistered({ database }: WebContext, clusterId: string): Promise<Topology | null> {
  const cluster = await database.clusters.find(clusterId);
  if (cluster === null) return null;
  const [hosts, vips, eventCursor] = await Promise.all([
    database.hosts.listByCluster(clusterId),
    database.vips.listByCluster(clusterId),
    database.events.getLastCursor(clusterId),
  ]);
  const picture = assembleTopology({
    clusterId,
    clusterName: cluster.name,
    nowMs: 0,
    epoch: cluster.epoch,
    observedAt: new Date().toISOString(),
    members: cluster.members.map((member) => ({ ...member, memberId: member.id })),
    hosts: hosts.map((host) => ({
      hostId: host.id,
      name: host.name,
      address: host.address,
      agentState: host.agentState,
      agentVersion: host.agentVersion,
      macs: (host.facts?.nics ?? []).flatMap((nic) => nic.mac ?? []),
    })),
    vips: vips.map((vip) => ({ ...vip, vipId: vip.id, isEnabled: vip.enabled })),
    agents: [],
    ssh: [],
    servers: [],
    wire: [],
  });
  return { ...picture, revision: 0, eventCursor };
}
