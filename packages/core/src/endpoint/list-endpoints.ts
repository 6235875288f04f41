import {
  type ClusterEndpoint,
  type ClusterProxy,
  type CustomEndpoint,
  type EndpointPurpose,
  type EndpointRef,
  type EndpointWay,
  type Member,
  ProxyWay,
  type Vip,
  withPort,
} from "@primacy/contract";

/** As people count: `db2` before `db10`. */
const { compare } = new Intl.Collator("und", { numeric: true });

/** An endpoint, and what clients come for. */
export interface ListedEndpoint extends ClusterEndpoint {
  readonly purpose: EndpointPurpose;
  /** Of an address that somebody stored: its id. */
  readonly customId: string | null;
  /** Of a proxy: the hosts that lead from there to the servers. */
  readonly proxyHosts: readonly { readonly name: string; readonly address: string }[];
  /** Switched off: it leads nowhere, and nobody looks. */
  readonly isOff: boolean;
  /** Of a proxy that somebody has stopped: who. */
  readonly stoppedBy?: string;
}

/** What a cluster has that clients connect to. */
export interface EndpointSources {
  readonly members: readonly Pick<Member, "id" | "address" | "port" | "hostName">[];
  readonly vips: readonly Pick<Vip, "id" | "kind" | "address" | "port" | "enabled">[];
  readonly proxies: readonly ClusterProxy[];
  readonly custom: readonly CustomEndpoint[];
}

/**
 * Where clients reach a cluster: its members by name, then its VIPs by address, those that follow the primary first, then
 * the ports of its proxies, HAProxy's before those of MySQL Router, and then the addresses that somebody stored.
 */
export function listEndpoints({
  members,
  vips,
  proxies,
  custom,
}: EndpointSources): readonly ListedEndpoint[] {
  const direct = members.map(({ id, address, port, hostName }) =>
    list({ ref: { kind: "member", memberId: id }, way: "direct", name: hostName ?? address, address, port }),
  );
  const floating = vips.map(({ id, kind, address, port, enabled }) => {
    const way = kind === "write" ? "write_vip" : "read_vip";
    return {
      ...list({ ref: { kind: "vip", vipId: id }, way, name: address, address, port }),
      isOff: !enabled,
    };
  });
  const ofWay = (way: EndpointWay) => floating.filter((one) => one.way === way).toSorted(byName);
  const behind = proxies.toSorted((a, b) => compare(a.kind, b.kind)).flatMap(listWays);
  const stored = custom.map(({ id, name, address, port, purpose }) => ({
    ...list({ ref: { kind: "custom", address, port }, way: "custom", name, address, port }),
    purpose,
    customId: id,
  }));
  return [
    ...direct.toSorted(byName),
    ...ofWay("write_vip"),
    ...ofWay("read_vip"),
    ...behind,
    ...stored.toSorted(byName),
  ];
}

const purposes: Readonly<Record<EndpointWay, EndpointPurpose>> = {
  direct: "any",
  write_vip: "write",
  read_vip: "read",
  haproxy_write: "write",
  haproxy_read: "read",
  router_write: "write",
  router_read: "read",
  router_split: "both",
  custom: "any",
};

function list(endpoint: ClusterEndpoint): ListedEndpoint {
  return { ...endpoint, purpose: purposes[endpoint.way], customId: null, proxyHosts: [], isOff: false };
}

/** The ports of a proxy: at the address that moves with it, or else at that of its host. */
function listWays(proxy: ClusterProxy): readonly ListedEndpoint[] {
  const [host] = proxy.hosts;
  const address = proxy.address ?? host?.address ?? "";
  const name = proxy.address ?? host?.name ?? "";
  const proxyHosts = proxy.hosts.map((one) => ({ name: one.name, address: one.address }));
  return ProxyWay.options.flatMap((way): readonly ListedEndpoint[] => {
    const port = proxy.ports[way];
    if (port === null) return [];
    const called = wayNames[proxy.kind][way];
    if (called === null) return [];
    const ref = { kind: "proxy", proxyId: proxy.id, way } as const;
    const stopped = proxy.stopped === undefined ? {} : { stoppedBy: proxy.stopped.by };
    return [{ ...list({ ref, way: called, name, address, port }), proxyHosts, ...stopped }];
  });
}

const wayNames: Readonly<Record<ClusterProxy["kind"], Readonly<Record<ProxyWay, EndpointWay | null>>>> = {
  haproxy: { write: "haproxy_write", read: "haproxy_read", split: null },
  router: { write: "router_write", read: "router_read", split: "router_split" },
};

/** The endpoint that is meant, with what clients come for; null where the cluster has no such one. A typed address serves for anything. */
export function findListed(endpoints: readonly ListedEndpoint[], ref: EndpointRef): ListedEndpoint | null {
  const found = endpoints.find((one) => keyOfEndpoint(one.ref) === keyOfEndpoint(ref));
  return found ?? (ref.kind === "custom" ? list(typed(ref)) : null);
}

/** The endpoint that is meant; null where the cluster has no such member, VIP or proxy. A typed address is its own. */
export function findEndpoint(
  endpoints: readonly ClusterEndpoint[],
  ref: EndpointRef,
): ClusterEndpoint | null {
  const found = endpoints.find((one) => keyOfEndpoint(one.ref) === keyOfEndpoint(ref));
  if (found === undefined) return ref.kind === "custom" ? typed(ref) : null;
  const { way, name, address, port } = found;
  return { ref: found.ref, way, name, address, port };
}

function typed(ref: Extract<EndpointRef, { kind: "custom" }>): ClusterEndpoint {
  const { address, port } = ref;
  return { ref, way: "custom", name: withPort(address, port), address, port };
}

function byName(a: ClusterEndpoint, b: ClusterEndpoint): number {
  return compare(a.name, b.name) || a.port - b.port;
}

/** What a reference names, with its kind: ids of members and of VIPs never meet. */
export function keyOfEndpoint(ref: EndpointRef): string {
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
