import { type AgentState, familyOf, isSameSubnet } from "@primacy/contract";

/** A host beside the cluster that might ask the wire for it. */
export interface ObserverCandidate {
  readonly hostId: string;
  readonly agentState: AgentState;
  /** Addresses of its interfaces as its facts name them, with or without `/prefix`. */
  readonly addresses: readonly string[];
  /** Whether its agent said that it can ask for any of the VIPs; null: it was not asked yet, or did not say. */
  readonly canAsk: boolean | null;
}

/** An address that is asked for, with the network that it is in. */
export interface ObservedVip {
  readonly address: string;
  readonly prefixLength: number;
}

/**
 * The ids of at most `limit` hosts that are to ask for the VIPs, the best placed first: those whose agent answers and
 * said that it can ask, or that have an interface in a VIP's network and did not say otherwise; then those that answer
 * and of which nothing is known; then the rest, for a host that is silent now may be back. Equals keep their order, so
 * that the choice does not wander.
 */
export function chooseObservers(
  candidates: readonly ObserverCandidate[],
  vips: readonly ObservedVip[],
  limit: number,
): readonly string[] {
  return candidates
    .map((candidate, place) => ({ candidate, place, rank: rankOf(candidate, vips) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .slice(0, limit)
    .map(({ candidate }) => candidate.hostId);
}

function rankOf({ agentState, addresses, canAsk }: ObserverCandidate, vips: readonly ObservedVip[]): number {
  if (agentState !== "answering") return 3;
  if (canAsk === false) return 2;
  return canAsk === true || addresses.some((one) => isNear(one, vips)) ? 0 : 1;
}

function isNear(address: string, vips: readonly ObservedVip[]): boolean {
  const [own = ""] = address.split("/");
  return familyOf(own) !== null && vips.some((vip) => isSameSubnet(own, vip.address, vip.prefixLength));
}
