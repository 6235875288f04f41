import { DrillSeriesCreate, isRefusal, mostCompared, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { compareDrills } from "@primacy/core/drill/compare";
import { nextTimes } from "@primacy/core/schedule";
import { reasonsOf } from "../../../server/api/join-refusals";
import { answerList } from "../../../server/api/list";
import { readFields } from "../../../server/api/read-fields";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { requireCluster } from "../../cluster/server/find-cluster";
import { judgedEndpoints } from "../../drill/server/refuse-drill";
import { refuseSeries } from "./refuse-series";

const Fields = DrillSeriesCreate.extend(judgedEndpoints).partial();

const noSeries: Refusal = refuse("not_found", [], { what: "drill_series" });

/** Series of drills, and drills beside each other. */
export const drillSeriesRoutes = {
  createDrillSeries: route(
    endpoints.createDrillSeries,
    ({ context, caller, facts, params, body }) =>
      context.database.transact(toActor(caller, facts), async (unit) => {
        const cluster = await requireCluster(unit, params.id);
        if (isRefusal(cluster)) return cluster;
        const now = new Date();
        const refusal = await refuseSeries(unit, cluster, body, now);
        if (refusal !== null) return refusal;
        const { confirm, ...request } = body;
        const [nextAt = null] = request.schedule === null ? [] : nextTimes(request.schedule, now, 1);
        const { id: clusterId, name } = cluster;
        const requestedBy = caller.principal.name;
        const series = await unit.drillSeries.create({ ...request, clusterId, requestedBy, nextAt });
        await unit.audit.record({
          action: "drill_series.create",
          target: { kind: "cluster", id: clusterId, name },
          detail: { ...request, seriesId: series.id },
        });
        return series;
      }),
    async ({ context: { database }, params, body }) => {
      const cluster = await requireCluster(database, params.id);
      if (isRefusal(cluster)) return [];
      const refusal = await refuseSeries(database, cluster, readFields(Fields, body) ?? {}, new Date());
      return refusal === null ? [] : reasonsOf(refusal);
    },
  ),
  listDrillSeries: route(endpoints.listDrillSeries, async ({ context: { database }, params, query }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => database.drillSeries.list(cluster.id, page));
  }),
  getDrillSeries: route(
    endpoints.getDrillSeries,
    async ({ context, params }) => (await context.database.drillSeries.find(params.id)) ?? noSeries,
  ),
  stopDrillSeries: route(endpoints.stopDrillSeries, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const series = await unit.drillSeries.stop(params.id, caller.principal.name);
      if (series === null) return noSeries;
      await unit.audit.record({
        action: "drill_series.stop",
        target: { kind: "cluster", id: series.clusterId, name: series.clusterName },
        detail: { seriesId: series.id, name: series.name },
      });
      return series;
    }),
  ),
  compareDrills: route(endpoints.compareDrills, async ({ context: { database }, params, query }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    const seriesId = query.series ?? null;
    const series = seriesId === null ? null : await database.drillSeries.find(seriesId);
    if (seriesId !== null && series?.clusterId !== cluster.id) return noSeries;
    const drills = await database.drills.listEnded(cluster.id, seriesId, mostCompared + 1);
    return { ...compareDrills(drills.slice(0, mostCompared)), isCut: drills.length > mostCompared };
  }),
};
