import type { TopologyHost, TopologyVip } from "@primacy/contract";

/**
 * What is known of who holds a VIP. `unheard`: no host that is heard holds it, and one that could is not heard, so that
 * nobody can say that no host does.
 */
export type HolderWord = "held" | "nobody" | "unheard";

/** The situations of a VIP in which its holder may be a host that this console does not hear. */
const unheardSituations: readonly string[] = ["topology.vip_answered_unheard", "topology.vip_unknown"];

/** Tells "no host holds it" from "no host that is heard does": a picture names only holders whose agent is heard. */
export function findHolderWord(
  hosts: readonly Pick<TopologyHost, "isStale">[],
  vip: Pick<TopologyVip, "kernelHostIds" | "summary">,
): HolderWord {
  if (vip.kernelHostIds.length > 0) return "held";
  const isUnheard = unheardSituations.includes(vip.summary.code) || hosts.some((host) => host.isStale);
  return isUnheard ? "unheard" : "nobody";
}

/** The name of a host of the picture; one that is in none of it keeps its identity. */
export function nameOfHost(hosts: readonly Pick<TopologyHost, "hostId" | "name">[], hostId: string): string {
  return hosts.find((host) => host.hostId === hostId)?.name ?? hostId;
}
