import type { ReadVipRules } from "@primacy/contract";
import { assignReadVips } from "./assign";

/** One row of the group's table: who has a read VIP, and who had it when every secondary was last fit. */
export interface ReadAssignment {
  readonly vipId: string;
  readonly hostId: string;
  readonly homeHostId: string;
}

/** A read VIP as its assignment needs to know it. */
export interface AssignableVip {
  readonly vipId: string;
  readonly rules: ReadVipRules;
  /** It stays where it is, whatever becomes of its host. */
  readonly isPinned: boolean;
}

/** What the next assignment is decided from. */
export interface AssignmentSituation {
  readonly vips: readonly AssignableVip[];
  /** What the table says now. */
  readonly rows: readonly ReadAssignment[];
  /** The host of the primary. */
  readonly primary: string;
  /** All other hosts. */
  readonly secondaries: readonly string[];
  /** The hosts of them that may hold a VIP with this lag limit. */
  readonly fitWithin: (maxLagMs: number) => readonly string[];
  /** The same with those that nothing speaks against any more, but for too short a time. */
  readonly soundWithin: (maxLagMs: number) => readonly string[];
  /** The hosts that cannot hold this VIP in particular; the primary may be one. */
  readonly barredFor: (vipId: string) => readonly string[];
}

/** How the table is to change: rows to write, and VIPs whose rows go. Nothing: it stands as it should. */
export interface AssignmentPlan {
  readonly write: readonly ReadAssignment[];
  readonly remove: readonly string[];
}

/**
 * How the table is to change so that every read VIP is where {@link assignReadVips} puts it. VIPs of one policy and lag limit
 * that the same hosts can hold are spread together, and a choice that is left open by that falls on the host that has the
 * fewest of all others. With `to_another_secondary`, who is sound for a moment only comes before the primary. A pinned VIP keeps its row; rows of VIPs that are no more go.
 */
export function planAssignments(situation: AssignmentSituation): AssignmentPlan {
  const { vips, rows, primary, barredFor } = situation;
  const write: ReadAssignment[] = [];
  const hostOf = new Map(rows.map((row) => [row.vipId, row.hostId]));
  for (const group of groupAlike(vips, barredFor)) {
    const [first] = group;
    if (first === undefined) continue;
    const barred = barredFor(first.vipId);
    const isAble = (hostId: string): boolean => !barred.includes(hostId);
    const secondaries = situation.secondaries.filter(isAble);
    const maxLagMs = first.rules.maxLagSeconds * 1000;
    // A primary that cannot hold it cannot stand in.
    const policy = barred.includes(primary) ? "to_another_secondary" : first.rules.policy;
    const steady = situation.fitWithin(maxLagMs).filter(isAble);
    const fit =
      steady.length > 0 || policy === "to_primary" ? steady : situation.soundWithin(maxLagMs).filter(isAble);
    const movable = group.filter(
      ({ vipId, isPinned }) => !isPinned || !rows.some((row) => row.vipId === vipId),
    );
    const known = rows.filter(({ vipId }) => movable.some((vip) => vip.vipId === vipId));
    const assigned = assignReadVips({
      vips: movable.map(({ vipId }) => vipId),
      primary,
      secondaries,
      fit,
      current: Object.fromEntries(known.map((row) => [row.vipId, row.hostId])),
      home: Object.fromEntries(known.map((row) => [row.vipId, row.homeHostId])),
      preferred: Object.fromEntries(
        movable.flatMap(({ vipId, rules: { preferredHostId } }) =>
          preferredHostId === undefined ? [] : [[vipId, preferredHostId]],
        ),
      ),
      policy,
      otherLoads: countLoads(
        vips.filter((vip) => !movable.includes(vip)).map(({ vipId }) => hostOf.get(vipId)),
      ),
    });
    const isWhole = situation.secondaries.every((hostId) => steady.includes(hostId));
    for (const [vipId, hostId] of Object.entries(assigned)) {
      hostOf.set(vipId, hostId);
      const row = known.find((one) => one.vipId === vipId);
      const homeHostId = isWhole || row === undefined ? hostId : row.homeHostId;
      if (row?.hostId !== hostId || row.homeHostId !== homeHostId) write.push({ vipId, hostId, homeHostId });
    }
  }
  const remove = rows.flatMap(({ vipId }) => (vips.some((vip) => vip.vipId === vipId) ? [] : [vipId]));
  return { write, remove };
}

function countLoads(hosts: readonly (string | undefined)[]): Readonly<Record<string, number>> {
  const loads: Record<string, number> = {};
  for (const host of hosts) if (host !== undefined) loads[host] = (loads[host] ?? 0) + 1;
  return loads;
}

/** In an order that does not depend on that of the VIPs. */
function groupAlike(
  vips: readonly AssignableVip[],
  barredFor: AssignmentSituation["barredFor"],
): readonly (readonly AssignableVip[])[] {
  const groups = new Map<string, AssignableVip[]>();
  for (const vip of vips) {
    const barred = [...barredFor(vip.vipId)].sort().join();
    const key = `${vip.rules.policy} ${vip.rules.maxLagSeconds} ${barred}`;
    groups.set(key, [...(groups.get(key) ?? []), vip]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
