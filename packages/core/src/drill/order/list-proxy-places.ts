import type { ClusterProxy, DrillEndpoint, ProxyWay } from "@primacy/contract";
import { isSameEndpoint } from "../same-endpoint";

/** A port of a proxy on one of its hosts. */
export interface ProxyPlace {
  readonly proxyId: string;
  /** The host, as the proxy was set up with it. */
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly way: ProxyWay;
}

const ways = ["write", "read", "split"] as const satisfies readonly ProxyWay[];

/**
 * Each port of a proxy that a drill watches, on every host of that proxy: those among its endpoints, and the port for writes of a proxy that
 * is hit. Each once, in the order of the proxies.
 */
export function listProxyPlaces(
  proxies: readonly ClusterProxy[],
  endpoints: readonly DrillEndpoint[],
  hitProxyId: string | null,
): readonly ProxyPlace[] {
  return proxies.flatMap(({ id: proxyId, address, hosts, ports }) => {
    const own = [...(address === null ? [] : [address]), ...hosts.map((host) => host.address)];
    return ways.flatMap((way) => {
      const port = ports[way];
      if (port === null) return [];
      const isWatched = endpoints.some((one) => own.some((at) => isSameEndpoint({ address: at, port }, one)));
      if (!isWatched && !(proxyId === hitProxyId && way === "write")) return [];
      return hosts.map((host) => ({ proxyId, host: host.name, address: host.address, port, way }));
    });
  });
}
