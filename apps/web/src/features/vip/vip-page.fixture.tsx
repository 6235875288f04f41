import { message, messageWith, type TopologyVip, type Vip } from "@primacy/contract";
import { hostIds, reads } from "../topology/topology.fixture";
import {
  at,
  clusterId,
  clusterOf,
  idOf,
  operationOf,
  showBeforeConsole,
  vipOf,
} from "./console-page.fixture";
import { VipPage } from "./vip-page";

/**
 * The page of a cluster with one VIP for writes and two for reads, of which the last was added first; with `viewer`, as a viewer sees it; with
 * `guarded`, its write VIP is one of the plugin, which the agents guard. */
const cluster = clusterOf(Object.keys(hostIds));
const isGuarded = location.hash.includes("guarded");
const [first = "", second = ""] = Object.values(hostIds);
const reason = message("guard.cause.killed");
const released = messageWith("topology.plugin_left_released", { host: "db2" }, { reason });
const guards: TopologyVip["pluginGuards"] = [
  { hostId: first, name: "db1", state: "watching", sinceMs: 0, message: null, reason: null },
  { hostId: second, name: "db2", state: "released", sinceMs: 1, message: released, reason },
];
const topology = {
  ...reads,
  clusterId,
  vips: reads.vips.map((vip) =>
    isGuarded && vip.kind === "write" ? { ...vip, provider: "greatdb_ha", pluginGuards: guards } : vip,
  ),
};
const vips = reads.vips.map(
  ({ vipId, kind, reads: rules, address, port, prefixLength }): Vip => ({
    ...vipOf({ enabled: true }),
    ...{ id: vipId, kind, address, port, prefixLength },
    ...(rules === undefined ? {} : { reads: rules }),
    ...(isGuarded && kind === "write" ? { provider: "greatdb_ha", guard: true } : {}),
  }),
);
const problem = { type: "about:blank", title: "-", status: 503, code: "worker_absent", errors: [] };
const checking = operationOf(93, "vip.check", { createdAt: at, state: "running", finishedAt: null });

function answer(method: string, path: string): { readonly status: number; readonly body: object } {
  if (path.endsWith("/topology")) return { status: 200, body: topology };
  if (method === "GET" && path.endsWith("/vips"))
    return { status: 200, body: { items: vips.toReversed(), nextCursor: null } };
  if (method === "GET") return { status: 200, body: path.endsWith(idOf(93)) ? checking : cluster };
  return path.endsWith("/check")
    ? { status: 202, body: { operation: checking } }
    : { status: 503, body: problem };
}

showBeforeConsole(
  answer,
  <VipPage clusterId={clusterId} />,
  location.hash.includes("viewer") ? "viewer" : "operator",
);
