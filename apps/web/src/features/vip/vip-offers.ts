import type { Vip } from "@primacy/contract";
import { vipCapabilities } from "@primacy/core/vip-provider";

/** Everything that can be done to a VIP as a whole; each asks first. */
export type VipAction =
  | "check"
  | "change"
  | "pause"
  | "unpause"
  | "rebind"
  | "migrate"
  | "disable"
  | "enable"
  | "remove";

/**
 * What makes sense for a VIP as it is, the dangerous last. A paused one is resumed before it is changed. One whose provider cannot be
 * told to pause is not changed either; it may be told to begin anew.
 */
export function listVipActions({
  enabled,
  paused,
  provider,
  kind,
}: Pick<Vip, "enabled" | "paused" | "provider" | "kind">): readonly VipAction[] {
  const { pause, rebind } = vipCapabilities[provider];
  if (pause !== "yes") {
    const rebinds = rebind === "yes" ? (["rebind"] as const) : [];
    return enabled ? [...rebinds, "migrate", "remove"] : ["remove"];
  }
  if (paused !== undefined) return ["unpause", ...(enabled ? (["disable"] as const) : []), "remove"];
  if (!enabled) return ["change", "enable", "remove"];
  // Of the providers, only the agents move read VIPs.
  const migrate = kind === "write" ? (["migrate"] as const) : [];
  return ["check", "change", "pause", ...migrate, "disable", "remove"];
}
