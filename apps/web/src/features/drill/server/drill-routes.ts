import { isRefusal } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";
import { aboutCluster, requireCluster, requireClusterOf } from "../../cluster/server/find-cluster";
import { orderRoute } from "../../operation/server/order-route";
import { noDrill } from "./drill-file-routes";
import { judgeGate } from "./judge-gate";
import { judgedEndpoints, refuseDrill, refuseDrillOrder } from "./refuse-drill";

/** Failover drills. */
export const drillRoutes = {
  checkDrill: orderRoute(endpoints.checkDrill, {
    kind: "drill.check",
    find: requireClusterOf,
    refuse: refuseDrill,
    judged: judgedEndpoints,
    start: (cluster, input) => ({ ...aboutCluster(cluster), input }),
  }),
  startDrill: orderRoute(endpoints.startDrill, {
    kind: "drill",
    find: requireClusterOf,
    refuse: refuseDrillOrder,
    judged: judgedEndpoints,
    start: (cluster, { confirm, ...input }) => ({ ...aboutCluster(cluster), input }),
  }),
  listDrills: route(endpoints.listDrills, async ({ context: { database }, params, query }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => database.drills.list(cluster.id, page));
  }),
  getDrillGate: route(endpoints.getDrillGate, async ({ context: { database }, params }) => {
    const [drill, operation] = [
      await database.drills.find(params.id),
      await database.operations.find(params.id),
    ];
    return judgeGate(drill, operation);
  }),
  getDrill: route(
    endpoints.getDrill,
    async ({ context, params }) => (await context.database.drills.find(params.id)) ?? noDrill,
  ),
};
