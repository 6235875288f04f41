import type { Vip } from "@primacy/contract";

/** Everything that can be done to a VIP as a whole; each asks first. */
export type VipAction = "check" | "change" | "pause" | "unpause" | "disable" | "enable" | "remove";

/** What makes sense for a VIP as it is, the dangerous last. A paused one is resumed before it is changed. */
export function listVipActions({ enabled, paused }: Pick<Vip, "enabled" | "paused">): readonly VipAction[] {
  if (paused !== undefined) return ["unpause", ...(enabled ? (["disable"] as const) : []), "remove"];
  return enabled ? ["check", "change", "pause", "disable", "remove"] : ["change", "enable", "remove"];
}
