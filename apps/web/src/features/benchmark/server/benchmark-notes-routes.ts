import { isRefusal, problemDetail, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { describeTrend } from "@primacy/core/benchmark";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { requireCluster } from "../../cluster/server/find-cluster";
import { noBenchmark } from "./find-benchmark";

/** What people say of benchmarks, and how those of a cluster went in time. */
export const benchmarkNotesRoutes = {
  changeBenchmark: route(endpoints.changeBenchmark, async ({ context, caller, facts, params, body }) => {
    const changed = Object.keys(body);
    if (changed.length === 0) return refuse("validation_failed", [problemDetail("", "change_empty")]);
    return context.database.transact(toActor(caller, facts), async (unit) => {
      const refusal = await unit.benchmarks.change(params.id, body);
      if (refusal !== null) return refusal;
      const found = await unit.benchmarks.find(params.id);
      if (found === null) return noBenchmark;
      const { id, name, clusterId } = found;
      await unit.audit.record({
        action: "benchmark.change",
        target: { kind: "benchmark", id, name },
        detail: { clusterId, changed },
      });
      return found;
    });
  }),
  getBenchmarkTrend: route(endpoints.getBenchmarkTrend, async ({ context: { database }, params }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    const benchmarks = await database.benchmarks.listTrend(cluster.id);
    const sources = benchmarks.map(({ counted, ...one }) => ({ ...one, runs: counted }));
    return { points: [...describeTrend(sources)] };
  }),
};
