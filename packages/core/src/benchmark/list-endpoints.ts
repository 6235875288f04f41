import {
  type ClusterEndpoint,
  type ClusterProxy,
  type EndpointRef,
  type EndpointWay,
  type Member,
  ProxyWay,
  type Vip,
  withPort,
} from "@primacy/contract";

/** As people count: `db2` before `db10`. */
const { compare } = new Intl.Collator("und", { numeric: true });

/**
 * Where clients reach a cluster: its members by name, then its VIPs by address, those that follow the primary first, and then
 * the ports of its proxies, HAProxy's before those of MySQL Router.
 */
export function listEndpoints(
  members: readonly Pick<Member, "id" | "address" | "port" | "hostName">[],
  vips: readonly Pick<Vip, "id" | "kind" | "address" | "port">[],
  proxies: readonly ClusterProxy[],
): readonly ClusterEndpoint[] {
  const direct = members.map(({ id, address, port, hostName }): ClusterEndpoint => {
    return { ref: { kind: "member", memberId: id }, way: "direct", name: hostName ?? address, address, port };
  });
  const floating = vips.map(({ id, kind, address, port }): ClusterEndpoint => {
    const way = kind === "write" ? "write_vip" : "read_vip";
    return { ref: { kind: "vip", vipId: id }, way, name: address, address, port };
  });
  const ofWay = (way: ClusterEndpoint["way"]) => floating.filter((one) => one.way === way).toSorted(byName);
  const behind = proxies.toSorted((a, b) => compare(a.kind, b.kind)).flatMap(listWays);
  return [...direct.toSorted(byName), ...ofWay("write_vip"), ...ofWay("read_vip"), ...behind];
}

/** The ports of a proxy: at the address that moves with it, or else at that of its host. */
function listWays(proxy: ClusterProxy): readonly ClusterEndpoint[] {
  const [host] = proxy.hosts;
  const address = proxy.address ?? host?.address ?? "";
  const name = proxy.address ?? host?.name ?? "";
  return ProxyWay.options.flatMap((way): readonly ClusterEndpoint[] => {
    const port = proxy.ports[way];
    if (port === null) return [];
    const called = wayNames[proxy.kind][way];
    return called === null
      ? []
      : [{ ref: { kind: "proxy", proxyId: proxy.id, way }, way: called, name, address, port }];
  });
}

const wayNames: Readonly<Record<ClusterProxy["kind"], Readonly<Record<ProxyWay, EndpointWay | null>>>> = {
  haproxy: { write: "haproxy_write", read: "haproxy_read", split: null },
  router: { write: "router_write", read: "router_read", split: "router_split" },
};

/** The endpoint that is meant; null where the cluster has no such member, VIP or proxy. A typed address is its own. */
export function findEndpoint(
  endpoints: readonly ClusterEndpoint[],
  ref: EndpointRef,
): ClusterEndpoint | null {
  if (ref.kind === "custom") {
    const { address, port } = ref;
    return { ref, way: "custom", name: withPort(address, port), address, port };
  }
  return endpoints.find((one) => idOf(one.ref) === idOf(ref)) ?? null;
}

function byName(a: ClusterEndpoint, b: ClusterEndpoint): number {
  return compare(a.name, b.name) || a.port - b.port;
}

/** What a reference names, with its kind: ids of members and of VIPs never meet. */
function idOf(ref: EndpointRef): string {
  switch (ref.kind) {
    case "member":
      return `member ${ref.memberId}`;
    case "vip":
      return `vip ${ref.vipId}`;
    case "proxy":
      return `proxy ${ref.proxyId} ${ref.way}`;
    case "custom":
      return `custom ${withPort(ref.address, ref.port)}`;
  }
}
