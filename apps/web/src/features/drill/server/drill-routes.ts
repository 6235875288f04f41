import { gunzipSync } from "node:zlib";
import { isRefusal, ProbeSample, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { z } from "zod";
import { answerList } from "../../../server/api/list";
import { fileRoute, route } from "../../../server/api/route";
import { aboutCluster, requireCluster, requireClusterOf } from "../../cluster/server/find-cluster";
import { orderRoute } from "../../operation/server/order-route";
import { refuseDrill, refuseDrillOrder } from "./refuse-drill";

const noDrill: Refusal = refuse("not_found", [], { what: "drill" });

/** Failover drills. */
export const drillRoutes = {
  checkDrill: orderRoute(endpoints.checkDrill, {
    kind: "drill.check",
    find: requireClusterOf,
    refuse: refuseDrill,
    start: (cluster, input) => ({ ...aboutCluster(cluster), input }),
  }),
  startDrill: orderRoute(endpoints.startDrill, {
    kind: "drill",
    find: requireClusterOf,
    refuse: refuseDrillOrder,
    start: (cluster, { confirm, ...input }) => ({ ...aboutCluster(cluster), input }),
  }),
  listDrills: route(endpoints.listDrills, async ({ context: { database }, params, query }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => database.drills.list(cluster.id, page));
  }),
  getDrill: route(
    endpoints.getDrill,
    async ({ context, params }) => (await context.database.drills.find(params.id)) ?? noDrill,
  ),
  getDrillSamples: fileRoute(endpoints.getDrillSamples, async ({ context: { database }, params }) => {
    const drill = await database.drills.find(params.id);
    if (drill === null) return noDrill;
    const packed = await database.drills.readSamples(drill.id);
    const samples =
      packed === null ? [] : z.array(ProbeSample).parse(JSON.parse(gunzipSync(packed).toString("utf8")));
    const { id: drillId, startedAt } = drill;
    const text = JSON.stringify({ drillId, startedAt, endpoints: drill.endpoints, samples });
    return { kind: "file", name: `drill-${drill.id}-samples.json`, pieces: piecesOf(text) };
  }),
};

async function* piecesOf(text: string): AsyncIterable<string> {
  yield text;
}
