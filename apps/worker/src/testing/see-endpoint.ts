import type { EndpointHealth, EndpointWay } from "@primacy/contract";
import { listEndpoints, measureEndpoints } from "@primacy/core/endpoint";
import type { Database } from "@primacy/db";

/**
 * How an endpoint is, by what the watch of the cluster saw: its state, the newest server by its own word, the role of that, and
 * the host of a proxy that led there.
 */
export async function seeEndpoint(database: Database, clusterId: string, way: EndpointWay): Promise<string> {
  const health = await measureEndpoint(database, clusterId, way);
  const server = health?.servers[0];
  return [health?.state, server?.hostName, server?.role, server?.through]
    .filter((one) => one !== undefined && one !== null)
    .join(" ");
}

/** The same with all that the API tells of it. */
export async function measureEndpoint(
  database: Database,
  clusterId: string,
  way: EndpointWay,
): Promise<EndpointHealth | undefined> {
  const { members } = await database.clusters.get(clusterId);
  const listed = listEndpoints({
    members,
    vips: await database.vips.listByCluster(clusterId),
    proxies: await database.proxies.listByCluster(clusterId),
    custom: await database.endpoints.listCustom(clusterId),
  });
  const measured = measureEndpoints(listed, await database.endpoints.findLooks(clusterId));
  return measured.find((one) => one.way === way)?.health;
}
