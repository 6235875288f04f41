import {
  addressOfProxy,
  type CheckReport,
  type ClusterProxy,
  type EndpointRef,
  listProxyPlaces,
  message,
  withPort,
} from "@primacy/contract";
import { buildCheck } from "../check/build-check";
import type { PlannedOperation, StepDraft } from "../operation/planned-step";
import { type CommonProxyStep, planNote, planProve, planService } from "./common-steps";
import { judgeOperator } from "./host-findings";
import type { ProxyHostSight } from "./host-sight";

/** The services of each kind, in the order in which they start: the address comes where HAProxy serves already. */
const services = { haproxy: ["haproxy", "keepalived"], router: ["mysqlrouter"] } as const;

type Planned = PlannedOperation<CommonProxyStep>;

/** Plans that a proxy serves again: its services, and the proof that it leads to the primary. */
export function planProxyStart(proxy: ClusterProxy): Planned {
  const { id: proxyId, clusterId, ports } = proxy;
  const endpoints = listProxyPlaces(proxy).join(", ");
  return number(
    [
      ...listServices(proxy, "running"),
      planProve({ proxyId, clusterId, address: addressOfProxy(proxy), port: ports.write }),
      planNote({ proxyId, state: "running" }),
    ],
    [message("consequence.proxy_started", { endpoints })],
  );
}

/**
 * Plans that a proxy serves no more, and is left otherwise as it is. It is noted first, so that nobody takes what follows for a failure.
 */
export function planProxyStop(proxy: ClusterProxy, { probed, awaited }: ProxyUse): Planned {
  const endpoints = listProxyPlaces(proxy).join(", ");
  return number(
    [planNote({ proxyId: proxy.id, state: "stopped" }), ...listServices(proxy, "stopped").toReversed()],
    [
      message("consequence.proxy_stopped", { endpoints }),
      ...(awaited.length === 0 ? [] : [message("consequence.proxy_awaited", { names: awaited.join(", ") })]),
      ...(probed.length === 0 ? [] : [message("consequence.proxy_probed", { endpoints: probed.join(", ") })]),
    ],
  );
}

/** What of the console itself comes through a proxy. */
export interface ProxyUse {
  /** The places of it through which a prober writes. */
  readonly probed: readonly string[];
  /** The names of benchmarks that wait, and of series of drills, that will come through it. */
  readonly awaited: readonly string[];
}

/** What may come through a proxy: probers that are on, benchmarks that wait, and series that are not over. */
export interface PossibleUse {
  readonly probers: readonly Place[];
  readonly benchmarks: readonly { readonly name: string; readonly endpoints: readonly EndpointRef[] }[];
  readonly series: readonly { readonly name: string; readonly endpoints: readonly Place[] }[];
}

interface Place {
  readonly address: string;
  readonly port: number;
}

/** Finds what does. An address that somebody typed is the proxy's where it is one of its places. */
export function findProxyUse(proxy: ClusterProxy, { probers, benchmarks, series }: PossibleUse): ProxyUse {
  const places = listProxyPlaces(proxy);
  const isPlace = ({ address, port }: Place): boolean => places.includes(withPort(address, port));
  const isRef = (ref: EndpointRef): boolean =>
    ref.kind === "proxy" ? ref.proxyId === proxy.id : ref.kind === "custom" && isPlace(ref);
  return {
    probed: probers.filter(isPlace).map(({ address, port }) => withPort(address, port)),
    awaited: [
      ...benchmarks.filter(({ endpoints }) => endpoints.some(isRef)).map(({ name }) => name),
      ...series.filter(({ endpoints }) => endpoints.some(isPlace)).map(({ name }) => name),
    ],
  };
}

/** Judges whether the services of these hosts can be ordered. */
export function checkProxyHosts(hosts: readonly ProxyHostSight[]): CheckReport {
  const checks = hosts.map((host) => buildCheck("proxy_operator", host, judgeOperator(host)));
  return { checks, hasFailures: checks.some(({ result }) => result === "fail"), estimates: [] };
}

function listServices(proxy: ClusterProxy, state: "running" | "stopped"): StepDraft<CommonProxyStep>[] {
  const { id: proxyId, clusterId, hosts } = proxy;
  return services[proxy.kind].flatMap((service) =>
    hosts.map(({ hostId, name: hostName }) =>
      planService({ proxyId, clusterId, hostId, hostName, service, state }),
    ),
  );
}

function number(
  drafts: readonly StepDraft<CommonProxyStep>[],
  consequences: Planned["consequences"],
): Planned {
  return { steps: drafts.map((draft, ordinal) => ({ ...draft, ordinal })), consequences };
}
