import { isRefusal, problemDetail, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { startOperation } from "../../operation/server/start-operation";
import { checkConfirmation, requireCluster } from "./find-cluster";
import { showCluster } from "./show-cluster";

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
  registerCluster: route(endpoints.registerCluster, (call) => {
    const { password, ...input } = call.body;
    const { name } = input;
    return startOperation(call, "cluster.register", async (unit) => {
      if ((await unit.clusters.findByName(name)) !== null) {
        return refuse("already_exists", [problemDetail("/name", "already_exists", { what: name })], {
          what: name,
        });
      }
      return {
        kind: "cluster.register",
        title: { cluster: name },
        input,
        password,
        target: { kind: "cluster", name },
      };
    });
  }),
  listClusters: route(endpoints.listClusters, async ({ context, query }) => {
    const found = await answerList(query, (page) => context.database.clusters.list(page));
    return isRefusal(found) ? found : { ...found, items: found.items.map(showCluster) };
  }),
  getCluster: route(endpoints.getCluster, async ({ context, params }) => {
    const cluster = await requireCluster(context.database, params.id);
    return isRefusal(cluster) ? cluster : showCluster(cluster);
  }),
  changeCluster: route(endpoints.changeCluster, async ({ context, caller, facts, params, body }) => {
    const { name, revision } = body;
    if (name === undefined) return refuse("validation_failed", [problemDetail("", "change_empty")]);
    return context.database.transact(toActor(caller, facts), async (unit) => {
      const cluster = await unit.clusters.change(params.id, revision ?? null, { name });
      if (isRefusal(cluster)) return cluster;
      await unit.audit.record({
        action: "cluster.change",
        target: { kind: "cluster", id: cluster.id, name },
      });
      return showCluster(cluster);
    });
  }),
  removeCluster: route(endpoints.removeCluster, (call) =>
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
  ),
  refreshCluster: route(endpoints.refreshCluster, (call) =>
    startOperation(call, "cluster.refresh", async (unit) => {
      const cluster = await requireCluster(unit, call.params.id);
      if (isRefusal(cluster)) return cluster;
      const { id, name } = cluster;
      return {
        kind: "cluster.refresh",
        title: { cluster: name },
        clusterId: id,
        input: {},
        target: { kind: "cluster", id, name },
      };
    }),
  ),
  listMembers: route(endpoints.listMembers, async ({ context, params, query }) => {
    const cluster = await requireCluster(context.database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => context.database.clusters.listMembers(cluster.id, page));
  }),
};
