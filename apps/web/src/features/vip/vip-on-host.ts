import type { Topology, TopologyVip, VipAgentState, VipKind } from "@primacy/contract";

/** A VIP on one host, as an operator acts on it. */
export interface VipOnHost {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly vipId: string;
  readonly kind: VipKind;
  readonly address: string;
  readonly isPaused: boolean;
  readonly hostId: string;
  readonly hostName: string;
  readonly state: VipAgentState;
  /** Nothing keeps the host from the VIP but that the VIP is paused as a whole. */
  readonly isOnlyPaused: boolean;
}

/** What can be done with a VIP on one host. */
export type VipHostActionName = "release" | "keepAway" | "resume";

/** What makes sense there now; null where the VIP is out of force or paused as a whole. */
export function hostActionOf({
  state,
  isOnlyPaused,
}: Pick<VipOnHost, "state" | "isOnlyPaused">): VipHostActionName | null {
  if (state === "DISABLED" || isOnlyPaused) return null;
  if (state === "MAINT") return "resume";
  return state === "HOLDING" ? "release" : "keepAway";
}

/** Where a VIP's agent stands in the picture, for the action on it. */
export function placeOf(
  topology: Pick<Topology, "clusterId" | "clusterName" | "hosts">,
  vip: Pick<TopologyVip, "vipId" | "kind" | "address" | "paused" | "agents">,
  hostId: string,
  state: VipAgentState,
): VipOnHost {
  const { clusterId, clusterName } = topology;
  const hostName = topology.hosts.find((host) => host.hostId === hostId)?.name ?? hostId;
  const codes = vip.agents.find((agent) => agent.hostId === hostId)?.reasons.map((reason) => reason.code);
  const isOnlyPaused = codes?.includes("reason.paused") === true && !codes.includes("reason.maintenance");
  const { vipId, kind, address } = vip;
  const isPaused = vip.paused !== undefined;
  return {
    ...{ clusterId, clusterName, vipId, kind, address, isPaused },
    ...{ hostId, hostName, state, isOnlyPaused },
  };
}
