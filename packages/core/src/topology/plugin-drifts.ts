import type { Message, PluginDrift, TopologyVip } from "@primacy/contract";
import type { KnownVip, TopologySnapshot } from "./snapshot";

/**
 * The members whose plugin is not as planned for a VIP. Of a member that nobody could ask it is what was last known: silence neither
 * begins nor ends it. None for a VIP that no plugin moves.
 */
export function listPluginDrifts(
  { members, plugin }: Pick<TopologySnapshot, "members" | "plugin">,
  { vipId, provider, isEnabled }: KnownVip,
  before: Pick<TopologyVip, "pluginDrifts"> | undefined,
): readonly PluginDrift[] {
  if (provider !== "greatdb_ha" || !isEnabled) return [];
  const words = plugin?.vipId === vipId ? plugin.words : [];
  return members.flatMap(({ memberId }) => {
    const word = words.find((one) => one.memberId === memberId);
    if (word === undefined) return before?.pluginDrifts?.filter((one) => one.memberId === memberId) ?? [];
    const { name, drift } = word;
    return drift === null ? [] : [{ memberId, name, message: drift }];
  });
}

/** What the console was told of the plugin on a member; `drift` null: it is as planned. */
export interface PluginWord {
  readonly memberId: string;
  readonly name: string;
  readonly drift: Message | null;
}
