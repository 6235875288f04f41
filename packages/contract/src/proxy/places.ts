import { withPort } from "../primitives/address-text";
import { type ClusterProxy, ProxyWay } from "./proxy";

/** Where clients of a proxy connect: the address that moves with it, or else that of its host. */
export function addressOfProxy({ address, hosts }: Pick<ClusterProxy, "address" | "hosts">): string {
  return address ?? hosts[0]?.address ?? "";
}

/** The same with each of its ports, as `address:port`. */
export function listProxyPlaces(proxy: Pick<ClusterProxy, "address" | "hosts" | "ports">): readonly string[] {
  return ProxyWay.options.flatMap((way) => {
    const port = proxy.ports[way];
    return port === null ? [] : [withPort(addressOfProxy(proxy), port)];
  });
}
