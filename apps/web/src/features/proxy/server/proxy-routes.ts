import { type ClusterProxy, isRefusal, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { findFreeVirtualRouterId } from "@primacy/core/proxy";
import { type ClusterRecord, listProxyUse, type Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { route } from "../../../server/api/route";
import {
  aboutCluster,
  checkConfirmation,
  requireCluster,
  requireClusterOf,
} from "../../cluster/server/find-cluster";
import { refuseWithoutAccount } from "../../fix/server/fix-routes";
import { orderRoute } from "../../operation/server/order-route";
import { refuseProxy } from "./refuse-proxy";

interface FoundProxy {
  readonly cluster: ClusterRecord;
  readonly proxy: ClusterProxy;
}

/** What stands between clients and the servers of a cluster. */
export const proxyRoutes = {
  listProxies: route(endpoints.listProxies, async ({ context: { database }, params }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    const items = await database.proxies.listByCluster(cluster.id);
    const freeVirtualRouterId = findFreeVirtualRouterId(await database.proxies.listVirtualRouterIds());
    return { items: [...items], freeVirtualRouterId };
  }),
  checkProxy: orderRoute(endpoints.checkProxy, {
    kind: "proxy.check",
    find: requireClusterOf,
    refuse: refuseProxy,
    start: (cluster, input) => ({ ...aboutCluster(cluster), input }),
  }),
  installProxy: orderRoute(endpoints.installProxy, {
    kind: "proxy.install",
    find: requireClusterOf,
    refuse: async (readers, cluster, order, isSent) =>
      joinRefusals([
        await refuseProxy(readers, cluster, order),
        order.proxy?.kind === "router"
          ? await refuseWithoutAccount(readers, cluster, isSent("administrator"))
          : null,
      ]),
    start: (cluster, { proxy, administrator }) => ({
      ...aboutCluster(cluster),
      input: { proxy, user: administrator?.user ?? null },
      ...(administrator === undefined ? {} : { password: administrator.password }),
    }),
  }),
  lookAtProxy: orderRoute(endpoints.lookAtProxy, {
    kind: "proxy.look",
    find: findProxy,
    start: ({ cluster, proxy }) => ({ ...aboutCluster(cluster), input: { proxyId: proxy.id } }),
  }),
  getProxyUse: route(endpoints.getProxyUse, async ({ context: { database }, params }) => {
    const found = await findProxy(database, params);
    return isRefusal(found) ? found : listProxyUse(database, found.proxy);
  }),
  startProxy: orderRoute(endpoints.startProxy, {
    kind: "proxy.start",
    find: findProxy,
    start: ({ cluster, proxy }) => ({ ...aboutCluster(cluster), input: { proxyId: proxy.id } }),
  }),
  stopProxy: orderRoute(endpoints.stopProxy, {
    kind: "proxy.stop",
    find: findProxy,
    refuse: (_, { cluster }, { confirm }) => refuseInvalid(checkConfirmation(cluster, confirm)),
    start: ({ cluster, proxy }) => ({ ...aboutCluster(cluster), input: { proxyId: proxy.id } }),
  }),
  removeProxy: orderRoute(endpoints.removeProxy, {
    kind: "proxy.remove",
    find: findProxy,
    refuse: (_, { cluster }, { confirm }) => refuseInvalid(checkConfirmation(cluster, confirm)),
    start: ({ cluster, proxy }) => ({ ...aboutCluster(cluster), input: { proxyId: proxy.id } }),
  }),
};

async function findProxy(
  readers: Readers,
  { id, proxyId }: { readonly id: string; readonly proxyId: string },
): Promise<FoundProxy | Refusal> {
  const cluster = await requireCluster(readers, id);
  if (isRefusal(cluster)) return cluster;
  const proxy = await readers.proxies.find(proxyId);
  if (proxy === null || proxy.clusterId !== cluster.id) return refuse("not_found", [], { what: "proxy" });
  return { cluster, proxy };
}
