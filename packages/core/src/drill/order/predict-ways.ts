import {
  type ClusterProxy,
  type DowntimeFault,
  type DowntimePart,
  type DrillEndpoint,
  type DrillEstimate,
  type DrillFault,
  type DrillFaultKind,
  type DrillWayEstimate,
  message,
  type VipTimings,
} from "@primacy/contract";
import { type GroupFacts, type ProxyFacts, sumParts } from "../../check/downtime";
import { listProxies, proxyFactsOf, proxyParts } from "../../check/proxy-downtime";
import { listEndpoints } from "../../endpoint";
import { isSameEndpoint } from "../same-endpoint";
import { traitsOf } from "./fault-traits";
import { type DrillFacts, findThrough, leavePart, shutdown, toEstimate, without } from "./predict-drill";

/** What a drill does to whom, through which ways. */
export interface AskedWays {
  readonly fault: DrillFault;
  readonly endpoints: readonly DrillEndpoint[];
  /** The host of the member that is hit; null: not known. */
  readonly targetHostId: string | null;
}

/** The failover that a fault makes, as proxies meet it. What is absent is none, or nothing is known of it through a proxy. */
const failovers: Readonly<Partial<Record<DrillFaultKind, DowntimeFault>>> = {
  switchover: "switchover",
  stop_mysqld: "crash",
  kill_mysqld: "crash",
  freeze_mysqld: "freeze",
  cut_host: "partition",
};

/**
 * For how long writes would stop by a fault through each way that is the port for writes of a proxy, where its record tells how it finds the
 * primary: the group's own share, and then what the proxy adds. Other ways are left out, and so is a proxy on a host that is cut off itself.
 *
 * - MySQL Router asks the group for its primary each `ttl` of its `[metadata_cache]` (manual of MySQL Router, 'Configuration File Options'). A
 *   server that froze or was cut off leaves it waiting for `read_timeout` and `connect_timeout`.
 * - HAProxy uses a server after `rise` good checks and gives one up after `fall` bad ones, one each `inter`; without `fastinter` and `downinter`
 *   these are as long (HAProxy's configuration manual, 'Server and default-server options'). Its checks ask agents, whose look may be
 *   `rolePollMs` old.
 */
export function predictWays(
  facts: DrillFacts,
  { fault, endpoints, targetHostId }: AskedWays,
  proxies: readonly ClusterProxy[],
): DrillWayEstimate[] {
  const listed = listEndpoints({ members: [], vips: [], proxies, custom: [] });
  return endpoints.flatMap((endpoint) => {
    const found = listed.find(({ address, port, ref }) => {
      return isSameEndpoint({ address, port }, endpoint) && ref.kind === "proxy" && ref.way === "write";
    });
    const proxy = proxies.find(({ id }) => found?.ref.kind === "proxy" && found.ref.proxyId === id);
    if (proxy === undefined) return [];
    if (traitsOf(fault).cutsFrames && proxy.hosts.some(({ hostId }) => hostId === targetHostId)) return [];
    const estimate = predictThrough(facts, fault, proxy);
    return estimate === null ? [] : [{ endpoint, estimate }];
  });
}

function predictThrough(
  { group, timings }: DrillFacts,
  fault: DrillFault,
  { kind, timings: told }: ClusterProxy,
): DrillEstimate | null {
  const failover = failovers[fault.kind];
  const all = proxyFactsOf(told);
  // What is told of one kind says nothing of the other.
  const proxies = kind === "router" ? { ...all, haproxy: null } : { ...all, routerTtlMs: null };
  if (group === null || failover === undefined || !listProxies(proxies).includes(kind)) return null;
  const estimate = estimateThrough({ group, timings, proxies }, fault, failover, kind);
  return kind === "haproxy" && estimate !== null ? withRoleCheck(estimate, timings) : estimate;
}

function estimateThrough(
  known: { readonly group: GroupFacts; readonly timings: VipTimings; readonly proxies: ProxyFacts },
  fault: DrillFault,
  failover: DowntimeFault,
  path: ClusterProxy["kind"],
): DrillEstimate | null {
  if (fault.kind === "stop_mysqld")
    return toEstimate(
      "stop",
      [leavePart(), ...proxyParts(known.proxies, path, failover, shutdown.maxMs)],
      path,
    );
  const stays = fault.kind === "kill_mysqld" && !fault.restarts;
  return without(findThrough(known, failover, path), stays ? ["downtime.restarted"] : []);
}

function withRoleCheck(estimate: DrillEstimate, { rolePollMs }: VipTimings): DrillEstimate {
  const text = message("downtime.role_check", { everyMs: rolePollMs });
  const parts: DowntimePart[] = [...estimate.parts, { text, minMs: 0, maxMs: rolePollMs }];
  const notes = estimate.because.slice(estimate.parts.length);
  const because = [...parts.map((part) => part.text), ...notes];
  const advice = estimate.advice.map((one) => ({ ...one, maxMs: one.maxMs + rolePollMs }));
  return { ...estimate, ...sumParts(parts), parts, because, advice };
}
