import {
  ClusterChange,
  ClusterRefresh,
  ClusterRegister,
  ConfirmedRequest,
  isRefusal,
  type ProblemDetail,
  problemDetail,
  refuse,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { Readers } from "@primacy/db";
import { answerList } from "../../../server/api/list";
import { readFields } from "../../../server/api/read-fields";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { startOperation } from "../../operation/server/start-operation";
import { checkRenaming } from "./check-renaming";
import { checkConfirmation, requireCluster } from "./find-cluster";
import { showCluster } from "./show-cluster";

const NewFields = ClusterRegister.partial();

/** Clusters: discovered, registered, renamed, refreshed and removed. */
export const clusterRoutes = {
  discoverCluster: route(endpoints.discoverCluster, (call) => {
    const { password, ...input } = call.body;
    const { address, port } = input;
    return startOperation(call, "cluster.discover", async () => ({
      kind: "cluster.discover",
      title: { address, port },
      input,
      password,
      target: { kind: "cluster", name: address },
    }));
  }),
  registerCluster: route(
    endpoints.registerCluster,
    (call) => {
      const { password, ...input } = call.body;
      const { name } = input;
      return startOperation(call, "cluster.register", async (unit) => {
        const problems = await checkClusterName(unit, name);
        if (problems.length > 0) return refuse("already_exists", problems, { what: name });
        return {
          kind: "cluster.register",
          title: { cluster: name },
          input,
          password,
          target: { kind: "cluster", name },
        };
      });
    },
    ({ context, body }) => checkClusterName(context.database, readFields(NewFields, body)?.name),
  ),
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
      const { name, revision } = body;
      if (name === undefined) return refuse("validation_failed", [problemDetail("", "change_empty")]);
      return context.database.transact(toActor(caller, facts), async (unit) => {
        const problems = await checkClusterChange(unit, params.id, body);
        const isWithheld = problems.some((one) => one.code === "agents_differ");
        if (isWithheld) return refuse("conflict", problems);
        if (problems.length > 1) return refuse("revision_conflict", problems);
        const cluster = await unit.clusters.change(params.id, revision ?? null, { name });
        if (isRefusal(cluster)) return cluster;
        await unit.audit.record({
          action: "cluster.change",
          target: { kind: "cluster", id: cluster.id, name },
        });
        return showCluster(cluster);
      });
    },
    ({ context, params, body }) =>
      checkClusterChange(context.database, params.id, readFields(ClusterChange, body) ?? {}),
  ),
  removeCluster: route(
    endpoints.removeCluster,
    (call) =>
      startOperation(call, "cluster.remove", async (unit) => {
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const problems = checkConfirmation(cluster, call.body.confirm);
        if (problems.length > 0) return refuse("validation_failed", problems);
        const { id, name } = cluster;
        return {
          kind: "cluster.remove",
          title: { cluster: name },
          clusterId: id,
          input: {},
          target: { kind: "cluster", id, name },
        };
      }),
    async ({ context, params, body }) => {
      const cluster = await context.database.clusters.find(params.id);
      return checkConfirmation(cluster, readFields(ConfirmedRequest.partial(), body)?.confirm);
    },
  ),
  refreshCluster: route(
    endpoints.refreshCluster,
    (call) =>
      startOperation(call, "cluster.refresh", async (unit) => {
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const problems = checkOverrule(cluster, call.body);
        if (problems.length > 0) return refuse("validation_failed", problems);
        const { id, name } = cluster;
        return {
          kind: "cluster.refresh",
          title: { cluster: name },
          clusterId: id,
          input: { overrule: call.body.overrule },
          target: { kind: "cluster", id, name },
        };
      }),
    async ({ context, params, body }) =>
      checkOverrule(
        await context.database.clusters.find(params.id),
        readFields(ClusterRefresh.partial(), body) ?? {},
      ),
  ),
  listMembers: route(endpoints.listMembers, async ({ context, params, query }) => {
    const cluster = await requireCluster(context.database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => context.database.clusters.listMembers(cluster.id, page));
  }),
};

/** Clients may notice what overrules the agents, so it needs the cluster's name; a plain discovery does not. */
function checkOverrule(
  cluster: { readonly name: string } | null,
  { overrule, confirm }: { readonly overrule?: boolean | undefined; readonly confirm?: string | undefined },
): ProblemDetail[] {
  return checkConfirmation(cluster, overrule === true ? (confirm ?? "") : confirm);
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
