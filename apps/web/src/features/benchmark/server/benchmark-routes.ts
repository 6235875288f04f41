import { randomInt } from "node:crypto";
import { isRefusal, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { UnitOfWork } from "@primacy/db";
import type { Call } from "../../../server/api/call";
import { joinRefusals } from "../../../server/api/join-refusals";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { aboutCluster, requireCluster, requireClusterOf } from "../../cluster/server/find-cluster";
import { refuseWithoutAccount } from "../../fix/server/fix-routes";
import { orderRoute } from "../../operation/server/order-route";
import { benchmarkFileRoutes } from "./benchmark-file-routes";
import { benchmarkNotesRoutes } from "./benchmark-notes-routes";
import { findBenchmark, noBenchmark } from "./find-benchmark";
import { listQueue } from "./list-queue";
import { nameCurves } from "./name-curves";
import { refuseBenchmark } from "./refuse-benchmark";

/** Above the greatest seed. */
const seeds = 2 ** 32;

/** Pauses or resumes a benchmark, with its entry in the audit log. */
function changeBenchmark(
  {
    context,
    caller,
    facts,
    params,
  }: Pick<Call<{ id: string }, unknown, unknown>, "context" | "caller" | "facts" | "params">,
  verb: "pause" | "resume",
  change: (unit: UnitOfWork, id: string, by: string) => Promise<Refusal | null>,
): Promise<Refusal | Record<string, never>> {
  return context.database.transact(toActor(caller, facts), async (unit) => {
    const refusal = await change(unit, params.id, caller.principal.name);
    if (refusal !== null) return refusal;
    const found = await unit.benchmarks.find(params.id);
    if (found === null) return noBenchmark;
    const { id, name, clusterId } = found;
    await unit.audit.record({
      action: `benchmark.${verb}`,
      target: { kind: "benchmark", id, name },
      detail: { clusterId },
    });
    return {};
  });
}

/** Benchmarks, which compare the ways to a cluster. */
export const benchmarkRoutes = {
  checkBenchmark: orderRoute(endpoints.checkBenchmark, {
    kind: "benchmark.check",
    find: requireClusterOf,
    refuse: refuseBenchmark,
    start: (cluster, input) => ({ ...aboutCluster(cluster), hostId: input.loadHostId, input }),
  }),
  startBenchmark: orderRoute(endpoints.startBenchmark, {
    kind: "benchmark",
    find: requireClusterOf,
    refuse: async (readers, cluster, order, isSent) =>
      joinRefusals([
        await refuseBenchmark(readers, cluster, order),
        await refuseWithoutAccount(readers, cluster, isSent("administrator")),
      ]),
    start: (cluster, { administrator, confirm, ...order }) => ({
      ...aboutCluster(cluster),
      hostId: order.loadHostId,
      input: { ...order, seed: order.seed ?? randomInt(seeds), user: administrator?.user ?? null },
      ...(administrator === undefined ? {} : { password: administrator.password }),
    }),
  }),
  listBenchmarks: route(endpoints.listBenchmarks, async ({ context: { database }, params, query }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => database.benchmarks.list(cluster.id, page, query.tag));
  }),
  listBenchmarkQueue: route(
    endpoints.listBenchmarkQueue,
    async ({ context: { database }, params, query }) => {
      const cluster = await requireCluster(database, params.id);
      return isRefusal(cluster) ? cluster : listQueue(database, cluster.id, query.loadHostId);
    },
  ),
  ...benchmarkFileRoutes,
  ...benchmarkNotesRoutes,
  getBenchmark: route(endpoints.getBenchmark, ({ context, params }) =>
    findBenchmark(context.database, params.id),
  ),
  getBenchmarkSeries: route(
    endpoints.getBenchmarkSeries,
    async ({ context: { database }, params, query }) => {
      const runs = await database.benchmarks.listSeries(params.id, query);
      const isThere = runs.length > 0 || (await database.benchmarks.find(params.id)) !== null;
      return isThere ? { runs: [...runs] } : noBenchmark;
    },
  ),
  getBenchmarkHosts: route(endpoints.getBenchmarkHosts, async ({ context: { database }, params, query }) => {
    const benchmark = await database.benchmarks.find(params.id);
    if (benchmark === null) return noBenchmark;
    const found = await database.benchmarks.findSourceCurves(params.id, query);
    if (found === null) return refuse("not_found", [], { what: "run" });
    return nameCurves(database, benchmark, query, found);
  }),
  getBenchmarkCounters: route(
    endpoints.getBenchmarkCounters,
    async ({ context: { database }, params, query }) => {
      const counters = await database.benchmarks.findCounters(params.id, query.run);
      if (counters !== undefined) return { runId: query.run, counters };
      const isThere = (await database.benchmarks.find(params.id)) !== null;
      return isThere ? refuse("not_found", [], { what: "run" }) : noBenchmark;
    },
  ),
  pauseBenchmark: route(endpoints.pauseBenchmark, (asked) =>
    changeBenchmark(asked, "pause", (unit, id, by) => unit.benchmarks.pause(id, by)),
  ),
  resumeBenchmark: route(endpoints.resumeBenchmark, (asked) =>
    changeBenchmark(asked, "resume", (unit, id) => unit.benchmarks.resume(id)),
  ),
  removeBenchmark: route(endpoints.removeBenchmark, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const benchmark = await unit.benchmarks.find(params.id);
      if (benchmark === null) return noBenchmark;
      const refusal = await unit.benchmarks.remove(benchmark.id);
      if (refusal !== null) return refusal;
      const { id, name, clusterId } = benchmark;
      await unit.audit.record({
        action: "benchmark.delete",
        target: { kind: "benchmark", id, name },
        detail: { clusterId },
      });
      return {};
    }),
  ),
};
