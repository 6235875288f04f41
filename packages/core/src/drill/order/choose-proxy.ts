import type { ClusterProxy, DrillEndpoint, DrillFault, DrillRequest, ProxyService } from "@primacy/contract";
import type { VrrpTakeover } from "../../proxy/haproxy/vrrp-takeover";

/** A program of a proxy on one of its hosts. */
export interface ChosenProxy {
  readonly proxyId: string;
  readonly program: ProxyService;
  readonly hostId: string;
  /** The host, as the proxy was set up with it. */
  readonly name: string;
  /** On which the program listens; null: of Keepalived, which listens on none. */
  readonly port: number | null;
  /** Where writes come in once it is healed: at the host itself, and at the address that moves; of these, those that led to the primary when it was planned. */
  readonly doors: readonly DrillEndpoint[];
  /** Of Keepalived: when another one takes the address. Null: not known, or another program. */
  readonly takeover: VrrpTakeover | null;
}

type KillProxy = Extract<DrillFault, { readonly kind: "kill_proxy" }>;

const programs: Readonly<Record<ClusterProxy["kind"], readonly ProxyService[]>> = {
  router: ["mysqlrouter"],
  haproxy: ["haproxy", "keepalived"],
};

/**
 * The proxy that a fault names, where it has the program; where it names none, the first with the program through which one of the endpoints
 * leads, else one of those for reads, else the first with it. Null: there is none. An endpoint for reads never changes whom a drill hits while
 * another leads through a proxy: writes are what is judged.
 */
export function chooseProxy(
  { proxyId, program }: KillProxy,
  proxies: readonly ClusterProxy[],
  { endpoints, readEndpoints }: Pick<DrillRequest, "endpoints" | "readEndpoints">,
): ClusterProxy | null {
  const able = proxies.filter(({ kind }) => programs[kind].includes(program));
  if (proxyId !== null) return able.find(({ id }) => id === proxyId) ?? null;
  const findWatched = (by: readonly DrillEndpoint[]): ClusterProxy | undefined =>
    able.find((proxy) => leadsThrough(proxy, by));
  return findWatched(endpoints) ?? findWatched(readEndpoints) ?? able[0] ?? null;
}

/** Whether one of the endpoints is a port of the proxy, at its address or at one of its hosts. */
export function leadsThrough(
  { address, hosts, ports }: Pick<ClusterProxy, "address" | "hosts" | "ports">,
  endpoints: readonly DrillEndpoint[],
): boolean {
  const places = [...(address === null ? [] : [address]), ...hosts.map((host) => host.address)];
  const own: readonly (number | null)[] = [ports.write, ports.read, ports.split];
  return endpoints.some((one) => places.includes(one.address) && own.includes(one.port));
}

/** The program of a proxy on one of its hosts. */
export function placeOnProxy(
  { program }: Pick<KillProxy, "program">,
  { id: proxyId, address, ports: { write: port } }: ClusterProxy,
  host: ClusterProxy["hosts"][number],
): ChosenProxy {
  return {
    ...{ proxyId, program, hostId: host.hostId, name: host.name },
    port: program === "keepalived" ? null : port,
    doors: [host.address, ...(address === null ? [] : [address])].map((one) => ({ address: one, port })),
    takeover: null,
  };
}
