import type { Vip } from "@primacy/contract";

/** The enabled VIP that follows the primary; null where there is none. Read VIPs follow nobody. */
export function findWriteVip(vips: readonly Vip[]): Vip | null {
  return vips.find((vip) => vip.kind === "write" && vip.enabled) ?? null;
}
