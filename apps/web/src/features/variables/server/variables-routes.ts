import { isRefusal, operationKinds, problemDetail } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { refuseInvalid } from "../../../server/api/join-refusals";
import { route } from "../../../server/api/route";
import { aboutCluster, requireCluster, requireClusterOf } from "../../cluster/server/find-cluster";
import { orderRoute } from "../../operation/server/order-route";

/** The variables of a cluster's servers: as they were last read, and read anew. */
export const variablesRoutes = {
  getVariables: route(endpoints.getVariables, async ({ context: { database }, params }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    const filter = { clusterId: cluster.id, kind: "variables.read", state: "succeeded" } as const;
    const { items } = await database.operations.list(filter, { after: null, limit: 1 });
    // That of an earlier release may have another form.
    const read = operationKinds["variables.read"].result.safeParse(items[0]?.result);
    return { reading: read.data ?? null };
  }),
  readVariables: orderRoute(endpoints.readVariables, {
    kind: "variables.read",
    find: requireClusterOf,
    start: (cluster) => ({ ...aboutCluster(cluster), input: {} }),
  }),
  moveReadVips: orderRoute(endpoints.moveReadVips, {
    kind: "variables.read_vips",
    find: requireClusterOf,
    refuse: (_, { members }, { moves = [] }) =>
      refuseInvalid(
        moves.flatMap(({ memberId }, at) =>
          members.some(({ id }) => id === memberId)
            ? []
            : [problemDetail(`/moves/${at}/memberId`, "member_not_of_cluster")],
        ),
      ),
    start: (cluster, input) => ({ ...aboutCluster(cluster), input }),
  }),
};
