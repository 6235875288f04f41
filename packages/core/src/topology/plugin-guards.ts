import {
  type Message,
  message,
  messageWith,
  type PluginGuardSight,
  type TopologyVip,
} from "@primacy/contract";
import type { GuardAct } from "@primacy/contract/agent";
import { freshSight } from "./fresh-sight";
import { compareNames } from "./names";
import type { KnownVip, TopologySnapshot } from "./snapshot";

/**
 * What the agents do about an address that the plugin leaves behind; of a host whose agent is silent, or is still to be told, it is what was
 * last known, so that nothing is told twice. None where it was not asked for: an agent that was told otherwise and hears of it late is none
 * of the picture.
 */
export function listPluginGuards(
  snapshot: TopologySnapshot,
  { vipId, address, provider, isGuarded, isEnabled }: KnownVip,
  before: Pick<TopologyVip, "pluginGuards"> | undefined,
): readonly PluginGuardSight[] {
  if (provider !== "greatdb_ha" || isGuarded !== true || !isEnabled) return [];
  const hosts = [...snapshot.hosts].sort((a, b) => compareNames(a.name, b.name));
  return hosts.flatMap(({ hostId, name: host }): readonly PluginGuardSight[] => {
    const status = freshSight(snapshot, hostId)?.status;
    const known = before?.pluginGuards?.filter((one) => one.hostId === hostId) ?? [];
    if (status === undefined) return known;
    const of = { hostId, name: host };
    const guard = status.guards?.find((one) => one.vipId === vipId);
    if (guard === undefined) {
      // It is told after the operation that asks for it.
      if (status.epoch !== snapshot.epoch) return known;
      const text = message("topology.plugin_unguarded", { host, address });
      return [{ ...of, state: "unguarded", sinceMs: 0, message: text, reason: null }];
    }
    const { last } = guard;
    if (last === null) return [{ ...of, state: "watching", sinceMs: 0, message: null, reason: null }];
    const state = last.outcome === "released" ? "released" : "refused";
    const reason = reasonOf(last);
    const text = messageWith(`topology.plugin_left_${state}`, { host, address }, { reason });
    return [{ ...of, state, sinceMs: last.atMonotonicMs, message: text, reason }];
  });
}

/** Why the address stayed, or why it was one that was left behind. */
function reasonOf({ reason, cause }: GuardAct): Message {
  return reason ?? message(`guard.cause.${cause}`);
}
