import { ClusterChange, isRefusal, type ProblemDetail, problemDetail, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { Readers } from "@primacy/db";
import { refuseInvalid } from "../../../server/api/join-refusals";
import { answerList } from "../../../server/api/list";
import { readFields } from "../../../server/api/read-fields";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { orderRoute } from "../../operation/server/order-route";
import { checkRenaming } from "./check-renaming";
import { aboutCluster, checkConfirmation, requireCluster, requireClusterOf } from "./find-cluster";
import { showCluster } from "./show-cluster";

/** Clusters: discovered, registered, renamed, refreshed and removed. */
export const clusterRoutes = {
  discoverCluster: orderRoute(endpoints.discoverCluster, {
    kind: "cluster.discover",
    find: findNothing,
    start: (_, { password, ...input }) => ({
      title: { address: input.address, port: input.port },
      input,
      password,
      target: { kind: "cluster", name: input.address },
    }),
  }),
  registerCluster: orderRoute(endpoints.registerCluster, {
    kind: "cluster.register",
    find: findNothing,
    refuse: async (readers, _, { name }) => {
      const problems = await checkClusterName(readers, name);
      return problems.length > 0 ? refuse("already_exists", problems, { what: name ?? "" }) : null;
    },
    start: (_, { password, ...input }) => ({
      title: { cluster: input.name },
      input,
      password,
      target: { kind: "cluster", name: input.name },
    }),
  }),
  listClusters: route(endpoints.listClusters, async ({ context, query }) => {
    const found = await answerList(query, (page) => context.database.clusters.list(page));
    return isRefusal(found) ? found : { ...found, items: found.items.map(showCluster) };
  }),
  getCluster: route(endpoints.getCluster, async ({ context, params }) => {
    const cluster = await requireCluster(context.database, params.id);
    return isRefusal(cluster) ? cluster : showCluster(cluster);
  }),
  changeCluster: route(
    endpoints.changeCluster,
    async ({ context, caller, facts, params, body }) => {
      const { revision, ...changes } = body;
      const { isProduction, allowsDrills, drillObjectiveMs } = changes;
      if (Object.values(changes).every((one) => one === undefined))
        return refuse("validation_failed", [problemDetail("", "change_empty")]);
      return context.database.transact(toActor(caller, facts), async (unit) => {
        const problems = await checkClusterChange(unit, params.id, body);
        const isWithheld = problems.some((one) => one.code === "agents_differ");
        if (isWithheld) return refuse("conflict", problems);
        if (problems.length > 1) return refuse("revision_conflict", problems);
        const cluster = await unit.clusters.change(params.id, revision ?? null, changes);
        if (isRefusal(cluster)) return cluster;
        await unit.audit.record({
          action: "cluster.change",
          target: { kind: "cluster", id: cluster.id, name: cluster.name },
          detail: {
            ...(isProduction === undefined ? {} : { isProduction }),
            ...(allowsDrills === undefined ? {} : { allowsDrills }),
            ...(drillObjectiveMs === undefined ? {} : { drillObjectiveMs }),
          },
        });
        return showCluster(cluster);
      });
    },
    ({ context, params, body }) =>
      checkClusterChange(context.database, params.id, readFields(ClusterChange, body) ?? {}),
  ),
  removeCluster: orderRoute(endpoints.removeCluster, {
    kind: "cluster.remove",
    find: requireClusterOf,
    refuse: (_, cluster, { confirm }) => refuseInvalid(checkConfirmation(cluster, confirm)),
    start: (cluster) => ({ ...aboutCluster(cluster), input: {} }),
  }),
  refreshCluster: orderRoute(endpoints.refreshCluster, {
    kind: "cluster.refresh",
    find: requireClusterOf,
    // Clients may notice what overrules the agents, so it needs the cluster's name; a plain discovery does not.
    refuse: (_, cluster, { overrule, confirm }) =>
      refuseInvalid(checkConfirmation(cluster, overrule === true ? (confirm ?? "") : confirm)),
    start: (cluster, { overrule }) => ({ ...aboutCluster(cluster), input: { overrule } }),
  }),
  listMembers: route(endpoints.listMembers, async ({ context, params, query }) => {
    const cluster = await requireCluster(context.database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => context.database.clusters.listMembers(cluster.id, page));
  }),
};

/** Of an order about what is not there yet. */
async function findNothing(): Promise<null> {
  return null;
}

/** The problem of a name that a cluster, other than `exceptId`, has; an absent name is not judged. */
async function checkClusterName(
  { clusters }: Pick<Readers, "clusters">,
  name: string | undefined,
  exceptId?: string,
): Promise<ProblemDetail[]> {
  const taken = name === undefined ? null : await clusters.findByName(name);
  if (taken === null || taken.id === exceptId) return [];
  return [problemDetail("/name", "already_exists", { what: name ?? "" })];
}

async function checkClusterChange(
  readers: Pick<Readers, "clusters" | "topologies">,
  id: string,
  { name, revision }: ClusterChange,
): Promise<ProblemDetail[]> {
  const cluster = await readers.clusters.find(id);
  const isOld = cluster !== null && revision !== undefined && revision !== cluster.revision;
  return [
    ...(isOld ? [problemDetail("/revision", "revision_conflict")] : []),
    ...(await checkClusterName(readers, name, id)),
    ...(cluster === null || name === undefined || name === cluster.name
      ? []
      : await checkRenaming(readers, id)),
  ];
}
