import type { Tone, TopologyHost, TopologyVip, WireOwner } from "@primacy/contract";

/** The words for who answers for a VIP. `wrong`: one machine, and it is not the one that holds the VIP by right. */
export type WireWord = "unknown" | "none" | "one" | "wrong" | "many";

/** How the wire of a VIP is drawn. */
export interface WireLook {
  readonly word: WireWord;
  readonly tone: Tone;
  /** Machines that answer. */
  readonly count: number;
}

/** Nothing is drawn as well that nobody could ask, and two owners are as loud as anything can be. */
export function lookOfWire({ wireVerdict, kernelHostIds, isEnabled }: TopologyVip): WireLook {
  const count = wireVerdict.owners.length;
  switch (wireVerdict.state) {
    case "unknown":
      return { word: "unknown", tone: "unknown", count };
    case "many":
      return { word: "many", tone: "failed", count };
    case "none":
      return { word: "none", tone: isEnabled || kernelHostIds.length > 0 ? "warning" : "unknown", count };
    case "one":
      return wireVerdict.isRightful === true
        ? { word: "one", tone: "ok", count }
        : { word: "wrong", tone: "warning", count };
  }
}

/** The name of whoever answers with a card: a host of the cluster or one beside it; null: a stranger. */
export function nameOfAnswerer(
  vip: TopologyVip,
  hosts: readonly TopologyHost[],
  hostId: string | null,
): string | null {
  if (hostId === null) return null;
  const owner = vip.wireVerdict.owners.find((one) => one.hostId === hostId);
  return owner?.name ?? hosts.find((host) => host.hostId === hostId)?.name ?? hostId;
}

/** The key of an owner in a list. */
export function keyOfOwner(owner: WireOwner): string {
  return owner.hostId ?? owner.macs.join();
}
