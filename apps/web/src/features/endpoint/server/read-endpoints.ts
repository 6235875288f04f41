import { type ListedEndpoint, listEndpoints } from "@primacy/core/endpoint";
import type { ClusterRecord, Readers } from "@primacy/db";

/** Everything that clients of a cluster connect to. Works on the database and within a transaction. */
export async function readEndpoints(
  { vips, proxies, endpoints }: Pick<Readers, "vips" | "proxies" | "endpoints">,
  { id, members }: ClusterRecord,
): Promise<readonly ListedEndpoint[]> {
  return listEndpoints({
    members,
    vips: await vips.listByCluster(id),
    proxies: await proxies.listByCluster(id),
    custom: await endpoints.listCustom(id),
  });
}
