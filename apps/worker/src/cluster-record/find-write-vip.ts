import type { Vip } from "@primacy/contract";

/** The enabled VIPs that follow the primary, in the order of their creation. Read VIPs follow nobody. */
export function listWriteVips(vips: readonly Vip[]): readonly Vip[] {
  return vips.filter((vip) => vip.kind === "write" && vip.enabled);
}

/** Those of them that agents move: of one that a plugin moves no agent is told. */
export function listAgentWriteVips(vips: readonly Vip[]): readonly Vip[] {
  return listWriteVips(vips).filter(({ provider }) => provider === "agent");
}

/** The first enabled write VIP; null where there is none. */
export function findWriteVip(vips: readonly Vip[]): Vip | null {
  return listWriteVips(vips)[0] ?? null;
}

/** The one that an operator has paused, and that would not follow; null where all follow. */
export function findPausedWriteVip(vips: readonly Vip[]): Vip | null {
  return listWriteVips(vips).find((vip) => vip.paused !== undefined) ?? null;
}

/** The addresses of the enabled read VIPs that leave a host whose server stops: of all that no operator has paused. */
export function listMovingReads(vips: readonly Vip[]): readonly string[] {
  return vips
    .filter((vip) => vip.kind === "read" && vip.enabled && vip.paused === undefined)
    .map(({ address }) => address);
}

/** The addresses of the enabled read VIPs that are paused on one of these hosts, and that no other host takes. */
export function listPausedReads(
  vips: readonly Vip[],
  hostIds: readonly (string | null)[],
): readonly string[] {
  return vips
    .filter(
      ({ kind, enabled, paused }) =>
        kind === "read" &&
        enabled &&
        paused !== undefined &&
        paused.hostId !== null &&
        hostIds.includes(paused.hostId),
    )
    .map(({ address }) => address);
}
