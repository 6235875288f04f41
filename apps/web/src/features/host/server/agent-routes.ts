import { type Host, type OperationInput, type OperationKind, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { type HostUse, refuseAgentRemove } from "@primacy/core/host";
import type { Readers } from "@primacy/db";
import { joinRefusals } from "../../../server/api/join-refusals";
import { type Order, orderRoute } from "../../operation/server/order-route";
import { requireHost } from "./find-host";

type HostOperationKind = Extract<OperationKind, "host.test" | `agent.${string}` | `operator.${string}`>;
type HostOrder<K extends HostOperationKind> = Order<{ readonly id: string }, OperationInput<K>, Host, K>;

/** Operations on one host: the connection test, and the life of its agent and its host operator. */
export const agentRoutes = {
  testHost: orderRoute(endpoints.testHost, orderOnHost("host.test")),
  installAgent: orderRoute(endpoints.installAgent, orderOnHost("agent.install")),
  upgradeAgent: orderRoute(endpoints.upgradeAgent, orderOnHost("agent.upgrade")),
  repairAgent: orderRoute(endpoints.repairAgent, orderOnHost("agent.repair")),
  removeAgent: orderRoute(endpoints.removeAgent, orderOnHost("agent.remove")),
  enableOperator: orderRoute(endpoints.enableOperator, orderOnHost("operator.enable")),
  disableOperator: orderRoute(endpoints.disableOperator, orderOnHost("operator.disable")),
};

/** Agents of one cluster change one after the other: a cluster never misses two of them at once. */
function orderOnHost<K extends HostOperationKind>(kind: K): HostOrder<K> {
  return {
    kind,
    find: (readers, { id }) => requireHost(readers, id),
    refuse: async (readers, host) =>
      joinRefusals([await refuseAgentState(readers, host, kind), ...refuseAccess(host)]),
    start: ({ id, name, clusterIds }, input) => {
      const isLooking = kind === "host.test";
      return {
        title: { host: name },
        hostId: id,
        input,
        ...(clusterIds.length === 0 || isLooking
          ? {}
          : {
              exclusive: [
                { kind: "host", id },
                ...clusterIds.map((clusterId) => ({ kind: "cluster", id: clusterId }) as const),
              ],
            }),
        target: { kind: "host", id, name },
      };
    },
  };
}

function refuseAccess({ name, hostKey, hasCredential }: Host): (Refusal | null)[] {
  const params = { host: name, fingerprint: "POST /api/v1/host-key-scans" };
  return [
    hostKey === null ? refuse("host_key_unknown", [], params) : null,
    hasCredential ? null : refuse("credentials_missing", [], { what: name }),
  ];
}

/** What needs an agent that has answered once: of an installation that was broken off nobody knows what is there. */
const needsAnswered: readonly HostOperationKind[] = ["agent.upgrade", "operator.enable", "operator.disable"];

async function refuseAgentState(
  readers: Pick<Readers, "clusters" | "vips">,
  { name, agentState, agentVersion, clusterIds }: Host,
  kind: HostOperationKind,
): Promise<Refusal | null> {
  const isAbsent = agentState === "none";
  if (kind === "host.test") return null;
  // An installation that was interrupted, or could not be taken back, may be begun again.
  if (kind === "agent.install") {
    return agentVersion === null || agentState === "installing"
      ? null
      : refuse("already_exists", [], { what: `agent (${name})` });
  }
  const isNeverUp = agentVersion === null && needsAnswered.includes(kind);
  if (isAbsent || isNeverUp) return refuse("agent_missing", [], { host: name });
  if (kind !== "agent.remove") return null;
  const uses: HostUse[] = [];
  for (const clusterId of clusterIds) {
    const cluster = await readers.clusters.get(clusterId);
    const vips = await readers.vips.listByCluster(clusterId);
    uses.push({ clusterName: cluster.name, vipAddresses: vips.map((vip) => vip.address) });
  }
  return refuseAgentRemove(uses);
}
