import {
  addressOfProxy,
  type ClusterProxy,
  type EndpointRef,
  listProxyPlaces,
  type Message,
  message,
  type ProxyUse,
  withPort,
} from "@primacy/contract";
import type { PlannedOperation, StepDraft } from "../operation/planned-step";
import { proxyServices } from "./check-service";
import { type CommonProxyStep, planNote, planProve, planService } from "./common-steps";

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
export function planProxyStop(proxy: ClusterProxy, use: ProxyUse): Planned {
  const endpoints = listProxyPlaces(proxy).join(", ");
  return number(
    [planNote({ proxyId: proxy.id, state: "stopped" }), ...listServices(proxy, "stopped").toReversed()],
    [message("consequence.proxy_stopped", { endpoints }), ...tellProxyUse(use)],
  );
}

/** Says what of the console a stop hurts: nothing where nothing comes through the proxy. */
export function tellProxyUse({ probed, awaited }: ProxyUse): readonly Message[] {
  return [
    ...(awaited.length === 0 ? [] : [message("consequence.proxy_awaited", { names: awaited.join(", ") })]),
    ...(probed.length === 0 ? [] : [message("consequence.proxy_probed", { endpoints: probed.join(", ") })]),
  ];
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

function listServices(proxy: ClusterProxy, state: "running" | "stopped"): StepDraft<CommonProxyStep>[] {
  const { id: proxyId, clusterId, hosts } = proxy;
  return proxyServices[proxy.kind].flatMap((service) =>
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
