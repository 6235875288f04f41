import {
  type Accepted,
  type Host,
  isRefusal,
  type OperationKind,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { type HostUse, refuseAgentRemove } from "@primacy/core/host";
import type { UnitOfWork } from "@primacy/db";
import { joinRefusals } from "../../../server/api/join-refusals";
import { route } from "../../../server/api/route";
import { type OperationCall, startOperation } from "../../operation/server/start-operation";
import { requireHost } from "./find-host";

type HostOperationKind = Extract<OperationKind, "host.test" | `agent.${string}`>;

/** Operations on one host: the connection test, and the life of its agent. */
export const agentRoutes = {
  testHost: route(endpoints.testHost, (call) => startHostOperation(call, "host.test", call.params.id)),
  installAgent: route(endpoints.installAgent, (call) =>
    startHostOperation(call, "agent.install", call.params.id),
  ),
  upgradeAgent: route(endpoints.upgradeAgent, (call) =>
    startHostOperation(call, "agent.upgrade", call.params.id),
  ),
  repairAgent: route(endpoints.repairAgent, (call) =>
    startHostOperation(call, "agent.repair", call.params.id),
  ),
  removeAgent: route(endpoints.removeAgent, (call) =>
    startHostOperation(call, "agent.remove", call.params.id),
  ),
};

/** Agents of one cluster change one after the other: a cluster never misses two of them at once. */
function startHostOperation<K extends HostOperationKind>(
  call: OperationCall,
  kind: K,
  hostId: string,
): Promise<Accepted | Refusal> {
  return startOperation<HostOperationKind>(call, kind, async (unit) => {
    const host = await requireHost(unit, hostId);
    if (isRefusal(host)) return host;
    const refusal = joinRefusals([...(await refuseAgentState(unit, host, kind)), ...refuseAccess(host)]);
    if (refusal !== null) return refusal;
    const { id, name, clusterIds } = host;
    const isLooking = kind === "host.test";
    return {
      kind,
      title: { host: name },
      hostId: id,
      input: {},
      ...(clusterIds.length === 0 || isLooking
        ? {}
        : {
            exclusive: [
              { kind: "host" as const, id },
              ...clusterIds.map((clusterId) => ({ kind: "cluster" as const, id: clusterId })),
            ],
          }),
      target: { kind: "host", id, name },
    };
  });
}

function refuseAccess({ name, hostKey, hasCredential }: Host): Refusal[] {
  const params = { host: name, fingerprint: "POST /api/v1/host-key-scans" };
  return [
    ...(hostKey === null ? [refuse("host_key_unknown", [], params)] : []),
    ...(hasCredential ? [] : [refuse("credentials_missing", [], { what: name })]),
  ];
}

async function refuseAgentState(
  unit: UnitOfWork,
  { name, agentState, agentVersion, clusterIds }: Host,
  kind: HostOperationKind,
): Promise<Refusal[]> {
  const isAbsent = agentState === "none";
  if (kind === "host.test") return [];
  // An installation that was interrupted, or could not be taken back, may be begun again.
  if (kind === "agent.install") {
    return agentVersion === null || agentState === "installing"
      ? []
      : [refuse("already_exists", [], { what: `agent (${name})` })];
  }
  const isNeverUp = agentVersion === null && kind === "agent.upgrade";
  if (isAbsent || isNeverUp) return [refuse("agent_missing", [], { host: name })];
  if (kind !== "agent.remove") return [];
  const uses: HostUse[] = [];
  for (const clusterId of clusterIds) {
    const cluster = await unit.clusters.get(clusterId);
    const vips = await unit.vips.listByCluster(clusterId);
    uses.push({ clusterName: cluster.name, vipAddresses: vips.map((vip) => vip.address) });
  }
  const refusal = refuseAgentRemove(uses);
  return refusal === null ? [] : [refusal];
}
