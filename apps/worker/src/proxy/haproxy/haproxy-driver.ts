import type { HaproxyRequest, Host, ProxyOf } from "@primacy/contract";
import {
  checkHaproxy,
  findProgram,
  type HaproxyInstallation,
  type HaproxySnapshot,
  planHaproxy,
  planHaproxyRemoval,
} from "@primacy/core/proxy";
import type { ProxyDriver, ProxyTask } from "../proxy-driver";
import { observeHaproxy } from "./observe-haproxy";

/** HAProxy with Keepalived. */
export const haproxyDriver: ProxyDriver<"haproxy"> = {
  async check(task, request, signal) {
    const snapshot = await observeHaproxy(task, request, signal);
    const hosts = await Promise.all(request.hostIds.map((id) => task.worker.db.hosts.get(id)));
    return {
      report: checkHaproxy(snapshot),
      plan: () => planHaproxy(describe(task, request, snapshot, hosts)),
    };
  },
  async planRemoval(task, proxy) {
    const others = (await task.worker.db.proxies.listByCluster(proxy.clusterId)).filter(isOther(proxy));
    const checkPortAfter = others.flatMap((one) => (one.kind === "haproxy" ? one.checkPort : []))[0] ?? null;
    return planHaproxyRemoval({ proxy, memberHostIds: memberHostsOf(task), checkPortAfter });
  },
};

function isOther({ id }: ProxyOf<"haproxy">): (one: { readonly id: string }) => boolean {
  return (one) => one.id !== id;
}

function memberHostsOf({ loaded }: ProxyTask): readonly string[] {
  return loaded.cluster.members.flatMap(({ hostId }) => hostId ?? []);
}

/** Only of what the checks have found in order. */
function describe(
  task: ProxyTask,
  request: HaproxyRequest,
  { hosts: seen, checkPort }: HaproxySnapshot,
  hosts: readonly Host[],
): HaproxyInstallation {
  const { cluster, hosts: memberHosts } = task.loaded;
  return {
    proxyId: task.operationId,
    clusterId: cluster.id,
    clusterName: cluster.name,
    request,
    hosts: seen.flatMap((sight) => {
      const { hostId, name, placement } = sight;
      const host = hosts.find(({ id }) => id === hostId);
      if (placement?.kind !== "placed" || host === undefined) return [];
      const programs = {
        haproxy: findProgram(sight, "haproxy")?.path ?? "/usr/sbin/haproxy",
        keepalived: findProgram(sight, "keepalived")?.path ?? "/usr/sbin/keepalived",
      };
      return [
        { hostId, name, address: host.address, nic: placement.nic, source: placement.source, programs },
      ];
    }),
    servers: cluster.members.map(({ hostId, hostName, address, port }) => ({
      name: hostName ?? address,
      address,
      port,
      checkAddress: memberHosts.find(({ id }) => id === hostId)?.agentAddress ?? address,
    })),
    memberHostIds: memberHostsOf(task),
    checkPortBefore: checkPort,
  };
}
