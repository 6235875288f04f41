import { endpoints } from "@primacy/contract/api";
import { joinRefusals } from "../../../server/api/join-refusals";
import { aboutCluster, requireClusterOf } from "../../cluster/server/find-cluster";
import { refuseWithoutAccount } from "../../fix/server/fix-routes";
import { orderRoute } from "../../operation/server/order-route";
import { refuseMove } from "../../switchover/server/refuse-move";

/** Restarting the servers of a cluster one after another. */
export const restartRoutes = {
  checkRestart: orderRoute(endpoints.checkRestart, {
    kind: "restart.check",
    find: requireClusterOf,
    refuse: refuseMove,
    start: (cluster, input) => ({ ...aboutCluster(cluster), input }),
  }),
  restartCluster: orderRoute(endpoints.restartCluster, {
    kind: "restart",
    find: requireClusterOf,
    refuse: async (readers, cluster, order, isSent) =>
      joinRefusals([
        await refuseMove(readers, cluster, order),
        await refuseWithoutAccount(readers, cluster, isSent("administrator")),
      ]),
    start: (cluster, { administrator, confirm, ...order }) => ({
      ...aboutCluster(cluster),
      input: { ...order, user: administrator?.user ?? null },
      ...(administrator === undefined ? {} : { password: administrator.password }),
    }),
  }),
};
