import type { VipPlanSnapshot } from "../plan/plan-vip";
import type { PluginStepInput, VipStepBase } from "../plan/vip-steps";
import type { WantedHost } from "../plan/wanted";
import type { PluginMember } from "./plugin-sight";

/** A member with what was seen of it; null: nothing was looked at. */
export interface Place {
  readonly host: WantedHost;
  readonly isPrimary: boolean;
  readonly seen: PluginMember | null;
}

/** Secondaries by name, then the primary. */
export function listPlaces({ wanted, plugin, primaryName }: VipPlanSnapshot): readonly Place[] {
  const places = wanted.hosts.map(
    (host): Place => ({
      host,
      isPrimary: host.name === primaryName,
      seen: plugin?.members.find(({ memberId }) => memberId === host.member.memberId) ?? null,
    }),
  );
  return [...places.filter((one) => !one.isPrimary), ...places.filter((one) => one.isPrimary)];
}

/** The input of a step on one member. */
export function inputOf(base: VipStepBase, { host }: Place): PluginStepInput {
  return { ...base, hostId: host.hostId, hostName: host.name, memberId: host.member.memberId };
}
