import { type ProxyOf, type ProxyRequestOf, refuse } from "@primacy/contract";
import {
  checkRouter,
  findProgram,
  judgeMetadata,
  planRouter,
  planRouterRemoval,
  type RouterSnapshot,
  type RouterStepInput,
  routerPlaces,
} from "@primacy/core/proxy";
import type { ProxyDriver, ProxyTask } from "../proxy-driver";
import { observeRouter } from "./observe-router";

/** MySQL Router on one host. */
export const routerDriver: ProxyDriver<"router"> = {
  async check(task, request, signal) {
    const snapshot = await observeRouter(task, request, signal);
    return {
      report: checkRouter(snapshot),
      needsAccount: task.administrator === null,
      plan: () => plan(task, request, snapshot),
    };
  },
  async planRemoval({ loaded }, proxy) {
    const step = toStep(loaded.cluster, proxy);
    return step === null ? refuse("not_found", [], { what: "proxy" }) : planRouterRemoval(step, proxy);
  },
};

/** Only after checks that passed. */
function plan(task: ProxyTask, { ports }: ProxyRequestOf<"router">, snapshot: RouterSnapshot) {
  const { operationId, user, loaded } = task;
  const { host, group } = snapshot;
  const hosts = [{ hostId: host.hostId, name: host.name, address: host.address }];
  const about = { id: operationId, clusterId: loaded.cluster.id, hosts, ports };
  const step = {
    proxyId: operationId,
    clusterId: loaded.cluster.id,
    clusterName: loaded.cluster.name,
    hostId: host.hostId,
    hostName: host.name,
    hostAddress: host.address,
    program: findProgram(host, "mysqlrouter")?.path ?? routerPlaces.program,
    ports,
  };
  const found = group.kind === "found" ? group : null;
  const verdict =
    found === null || found.metadata === null ? null : judgeMetadata(found.metadata, found.group);
  return planRouter(
    {
      ...step,
      user,
      groupName: found?.group.groupName ?? "",
      primary: found?.primary ?? { address: "-", port: 0 },
      writesMetadata: found?.isLab === true && (verdict?.kind === "absent" || verdict?.kind === "partial"),
    },
    { ...about, kind: "router", address: null },
  );
}

function toStep(
  { id: clusterId, name: clusterName }: ProxyTask["loaded"]["cluster"],
  { id: proxyId, hosts, ports }: ProxyOf<"router">,
): RouterStepInput | null {
  const [host] = hosts;
  if (host === undefined) return null;
  const { hostId, name: hostName, address: hostAddress } = host;
  return {
    proxyId,
    clusterId,
    clusterName,
    hostId,
    hostName,
    hostAddress,
    program: routerPlaces.program,
    ports,
  };
}
