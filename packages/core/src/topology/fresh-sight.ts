import { type AgentSight, staleAfterMs, type TopologySnapshot } from "./snapshot";

/** The newest frame of a host's agent if it is not stale. */
export function freshSight(
  snapshot: Pick<TopologySnapshot, "agents" | "nowMs">,
  hostId: string,
): AgentSight | null {
  const sight = snapshot.agents.find((one) => one.hostId === hostId);
  return sight !== undefined && snapshot.nowMs - sight.receivedAtMs <= staleAfterMs ? sight : null;
}
