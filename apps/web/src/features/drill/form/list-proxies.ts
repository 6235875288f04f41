import type { ClusterEndpoint, ProxyService } from "@primacy/contract";

/** The proxies that have a program, each by its port for writes. */
export function listProxies(
  endpoints: readonly ClusterEndpoint[],
  program: ProxyService,
): readonly { readonly proxyId: string; readonly name: string }[] {
  const way = program === "mysqlrouter" ? "router_write" : "haproxy_write";
  return endpoints.flatMap(({ ref, way: own, name }) =>
    ref.kind === "proxy" && own === way ? [{ proxyId: ref.proxyId, name }] : [],
  );
}
