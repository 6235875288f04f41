/**
 * Who takes over for a secondary that cannot hold its read VIPs: the primary keeps its share until it is back, or the other
 * secondaries spread it among themselves. The names and meanings are those of GreatSQL's `mgr_read_vip_floating_type`
 * (`TO_PRIMARY`, `TO_ANOTHER_SECONDARY`).
 */
export type ReadVipPolicy = "to-primary" | "to-another-secondary";

/** What an assignment of read VIPs is decided from. The order of lists does not matter. */
export interface ReadVipSituation {
  readonly vips: readonly string[];
  /** The host of the primary, which decides; it holds read VIPs only where its policy says so. */
  readonly primary: string;
  /** The hosts of all other members, also of those that are away. */
  readonly secondaries: readonly string[];
  /** Those of them that may hold a read VIP now: ONLINE, not lagging, and back for long enough. */
  readonly fit: readonly string[];
  /** Who holds each VIP, by the last assignment. */
  readonly current: Readonly<Record<string, string>>;
  /** The last secondary that had each VIP, which gets it back where it can be chosen. */
  readonly last: Readonly<Record<string, string>>;
  readonly policy: ReadVipPolicy;
}

/**
 * The host of each VIP. Every VIP has exactly one; the loads of fit secondaries differ by one at most; no other such
 * assignment moves fewer VIPs away from who holds them; assigning again changes nothing; the same situation gives the
 * same assignment on every host, whatever the order of its lists.
 *
 * With `to-primary` each secondary has its share whether it is fit or not, and the primary holds the shares of those that
 * are not. With `to-another-secondary` the fit ones share all, and the primary holds them only where nobody is fit.
 */
export function assignReadVips(situation: ReadVipSituation): Readonly<Record<string, string>> {
  const { primary, current, last } = situation;
  const vips = [...new Set(situation.vips)].sort();
  const fit = [...new Set(situation.fit)].filter((host) => host !== primary).sort();
  const held = (host: string): string[] =>
    vips.filter((vip) => current[vip] === host).sort(byWeightOf(host, last));
  const quotas = shareOut(situation, vips.length, new Map(fit.map((host) => [host, held(host).length])));
  const assigned = new Map<string, string>();
  const open = new Map<string, number>();
  for (const [host, quota] of quotas) {
    const kept = held(host).slice(0, quota);
    for (const vip of kept) assigned.set(vip, host);
    open.set(host, quota - kept.length);
  }
  const orphans = vips.filter((vip) => !assigned.has(vip));
  // What goes back to where it was comes first, so that nobody else is given it before.
  for (const isReturn of [true, false]) {
    for (const vip of orphans.filter((one) => !assigned.has(one))) {
      const wanted = isReturn ? fit.filter((host) => host === last[vip]) : [...fit, primary];
      const host = findRoomiest(vip, wanted, open);
      if (host === null) continue;
      assigned.set(vip, host);
      open.set(host, (open.get(host) ?? 0) - 1);
    }
  }
  return Object.fromEntries([...assigned].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** How many VIPs each fit secondary and the primary hold; the sum is `count`. `loads` are those of the fit ones now. */
function shareOut(
  { secondaries, primary, policy }: ReadVipSituation,
  count: number,
  loads: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const fit = [...loads.keys()];
  const slots =
    policy === "to-primary"
      ? new Set([...secondaries, ...fit].filter((host) => host !== primary)).size
      : fit.length;
  const floor = slots === 0 ? 0 : Math.floor(count / slots);
  const rest = slots === 0 ? 0 : count % slots;
  const missing = slots - fit.length;
  // Who has one more already keeps it; as many as the slots that are away leave over must have one.
  const wanting = fit.filter((host) => (loads.get(host) ?? 0) > floor).length;
  const larger = Math.min(rest, fit.length, Math.max(wanting, rest - missing));
  const byLoad = fit.toSorted((a, b) => (loads.get(b) ?? 0) - (loads.get(a) ?? 0) || (a < b ? -1 : 1));
  const quotas = new Map(byLoad.map((host, rank) => [host, rank < larger ? floor + 1 : floor]));
  const shared = [...quotas.values()].reduce((sum, quota) => sum + quota, 0);
  return quotas.set(primary, count - shared);
}

/** The host with the most room left, the heavier one of two alike; null where none has room. */
function findRoomiest(
  vip: string,
  hosts: readonly string[],
  open: ReadonlyMap<string, number>,
): string | null {
  const [first] = hosts
    .filter((host) => (open.get(host) ?? 0) > 0)
    .sort((a, b) => (open.get(b) ?? 0) - (open.get(a) ?? 0) || weigh(vip, b) - weigh(vip, a));
  return first ?? null;
}

/** Those that a host had of old before others, then the heavier ones: what it gives up first stands last. */
function byWeightOf(host: string, last: Readonly<Record<string, string>>): (a: string, b: string) => number {
  const isOld = (vip: string): number => (last[vip] === host ? 1 : 0);
  return (a, b) => isOld(b) - isOld(a) || weigh(b, host) - weigh(a, host) || (a < b ? -1 : 1);
}

/** A weight of a VIP on a host that every host finds alike (rendezvous hashing with FNV-1a, 32 bits, over characters). */
function weigh(vip: string, host: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${vip}\n${host}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
