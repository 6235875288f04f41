import type { Message, TopologyVip } from "@primacy/contract";
import { freshSight } from "./fresh-sight";
import { type GroupState, memberSight } from "./group-state";
import { isSameVip } from "./rule-wire";
import type { KnownMember, KnownVip, TopologySnapshot } from "./snapshot";

/** The host of the group's primary; null where there is none, or it is not known. */
export function findPrimaryHost(snapshot: TopologySnapshot, group: GroupState): string | null {
  return findPrimary(snapshot, group)?.hostId ?? null;
}

/** Where an address belongs: on the host of the primary, and of a read VIP on the host that the group's table names. */
export function findBelievedHost(
  snapshot: TopologySnapshot,
  group: GroupState,
  known: KnownVip,
): string | null {
  const primaryHostId = findPrimaryHost(snapshot, group);
  return known.kind === "read" ? findAssignedHost(snapshot, known, primaryHostId) : primaryHostId;
}

/**
 * Every server has a copy of the table. That of the primary is written first; of the others the one that was told of last
 * counts, for a server that is behind or out of the group may have an old one.
 */
function findAssignedHost(
  snapshot: TopologySnapshot,
  known: KnownVip,
  primaryHostId: string | null,
): string | null {
  const told = snapshot.hosts.flatMap(({ hostId }) => {
    const sight = freshSight(snapshot, hostId);
    const assignedHostId = sight?.status.vips.find((vip) => isSameVip(vip, known))?.assignedHostId;
    if (sight === null || assignedHostId === undefined) return [];
    return [{ hostId, assignedHostId, receivedAtMs: sight.receivedAtMs }];
  });
  const rank = (hostId: string): number => (hostId === primaryHostId ? 0 : 1);
  const [best] = told.sort((a, b) => rank(a.hostId) - rank(b.hostId) || b.receivedAtMs - a.receivedAtMs);
  return best?.assignedHostId ?? null;
}

/** Why the address is nowhere, in the words of the agent where it belongs; of the primary's where nobody knows where that is. */
export function holdingReasons(
  snapshot: TopologySnapshot,
  group: GroupState,
  vip: TopologyVip,
): readonly Message[] {
  const primary = findPrimary(snapshot, group);
  const atPrimary = primary === undefined ? null : memberSight(snapshot, primary.memberId);
  const assignedHostId = vip.kind === "read" ? vip.believedHostId : null;
  const sight = assignedHostId === null ? atPrimary : freshSight(snapshot, assignedHostId);
  return sight?.status.vips.find((one) => isSameVip(one, vip))?.reasons ?? [];
}

function findPrimary(snapshot: TopologySnapshot, group: GroupState): KnownMember | undefined {
  return snapshot.members.find((member) => member.serverUuid === group.judged.primaryUuid);
}
