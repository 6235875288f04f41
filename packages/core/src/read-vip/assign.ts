import type { ReadVipPolicy } from "@primacy/contract";

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
  /** Who had each VIP when every secondary was last fit, and gets it back where it can be chosen. Who stands in does not count. */
  readonly home: Readonly<Record<string, string>>;
  /** The secondary that an operator wants a VIP on, which has it while it is fit, however many it has then. */
  readonly preferred?: Readonly<Record<string, string>>;
  readonly policy: ReadVipPolicy;
  /** How many VIPs that are not decided here each host has; of hosts that are alike the one with fewer is chosen. */
  readonly otherLoads?: Readonly<Record<string, number>>;
}

/**
 * The host of each VIP. Every VIP has exactly one; one that a fit secondary is preferred for is there; the loads of fit
 * secondaries differ by one at most, but for those that are preferred for more than their share, which have these alone;
 * no other such assignment moves fewer VIPs away from who holds them; assigning again changes nothing; the same situation
 * gives the same assignment on every host, whatever the order of its lists.
 *
 * With `to_primary` each secondary has its share whether it is fit or not, and the primary holds the shares of those that
 * are not. With `to_another_secondary` the fit ones share all, and the primary holds them only where nobody is fit.
 */
export function assignReadVips(situation: ReadVipSituation): Readonly<Record<string, string>> {
  const { primary, home } = situation;
  const vips = [...new Set(situation.vips)].sort();
  const fit = [...new Set(situation.fit)].filter((host) => host !== primary).sort();
  const hosts = [...fit, primary];
  const wished = new Map(
    Object.entries(situation.preferred ?? {}).filter(
      ([vip, host]) => vips.includes(vip) && fit.includes(host),
    ),
  );
  // As if each were already where it is wanted, so that only the others are moved to make room.
  const current = { ...situation.current, ...Object.fromEntries(wished) };
  const held = new Map(hosts.map((host) => [host, vips.filter((vip) => current[vip] === host)]));
  const loads = new Map(fit.map((host) => [host, held.get(host)?.length ?? 0]));
  const open = new Map(shareOut(situation, vips.length, loads, [...wished.values()]));
  for (const [host, kept] of held) open.set(host, (open.get(host) ?? 0) - kept.length);
  const assigned = new Map<string, string>();
  const give = (vip: string, host: string): void => {
    assigned.set(vip, host);
    open.set(host, (open.get(host) ?? 0) - 1);
  };
  const hasRoom = (host: string): boolean => (open.get(host) ?? 0) > 0;
  const isSpare = (vip: string): boolean => !hosts.includes(current[vip] ?? "") && !assigned.has(vip);
  const returnOf = (vip: string): string | null => {
    const owner = home[vip] ?? "";
    return fit.includes(owner) && hasRoom(owner) ? owner : null;
  };
  for (const vip of vips.filter(isSpare)) {
    const owner = returnOf(vip);
    if (owner !== null) give(vip, owner);
  }
  const givenUp: string[] = [];
  for (const [host, all] of held) {
    // What its owner takes back goes first, then what is nobody's here, and what is its own last.
    const rank = (vip: string): number => (home[vip] === host ? 2 : returnOf(vip) === null ? 1 : 0);
    let left = all
      .filter((vip) => !wished.has(vip))
      .toSorted((a, b) => weigh(a, host) - weigh(b, host) || (a < b ? -1 : 1));
    while ((open.get(host) ?? 0) < 0) {
      const [vip, ...others] = left.toSorted((a, b) => rank(a) - rank(b));
      if (vip === undefined) break;
      left = others;
      open.set(host, (open.get(host) ?? 0) + 1);
      const owner = returnOf(vip);
      if (owner === null || owner === host) givenUp.push(vip);
      else give(vip, owner);
    }
    const kept = all.filter((vip) => wished.has(vip) || left.includes(vip));
    for (const vip of kept) assigned.set(vip, host);
  }
  for (const vip of [...vips.filter(isSpare), ...givenUp].sort()) {
    const host = findRoomiest(vip, hosts, open, situation.otherLoads ?? {});
    if (host !== null) give(vip, host);
  }
  return Object.fromEntries([...assigned].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * How many VIPs each fit secondary and the primary hold; the sum is `count`. `loads` are those of the fit ones now, `wished`
 * names a host once for each VIP that it is preferred for: who would get fewer has these, and the others share the rest.
 */
function shareOut(
  situation: ReadVipSituation,
  count: number,
  loads: ReadonlyMap<string, number>,
  wished: readonly string[],
): ReadonlyMap<string, number> {
  const wishedOf = (host: string): number => wished.filter((one) => one === host).length;
  const full = new Set<string>();
  for (;;) {
    const rest = wished.reduce((sum, host) => (full.has(host) ? sum - 1 : sum), count);
    const secondaries = situation.secondaries.filter((host) => !full.has(host));
    const others = new Map([...loads].filter(([host]) => !full.has(host)));
    const quotas = shareEvenly({ ...situation, secondaries }, rest, others);
    const over = [...others.keys()].filter((host) => wishedOf(host) > (quotas.get(host) ?? 0));
    if (over.length === 0)
      return new Map([...quotas, ...[...full].map((host) => [host, wishedOf(host)] as const)]);
    for (const host of over) full.add(host);
  }
}

function shareEvenly(
  { secondaries, primary, policy, home, otherLoads = {} }: ReadVipSituation,
  count: number,
  loads: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const fit = [...loads.keys()];
  const slots =
    policy === "to_primary"
      ? new Set([...secondaries, ...fit].filter((host) => host !== primary)).size
      : fit.length;
  const floor = slots === 0 ? 0 : Math.floor(count / slots);
  const rest = slots === 0 ? 0 : count % slots;
  const missing = slots - fit.length;
  // Who has one more already keeps it; as many as the slots that are away leave over must have one.
  const wanting = fit.filter((host) => (loads.get(host) ?? 0) > floor).length;
  const larger = Math.min(rest, fit.length, Math.max(wanting, rest - missing));
  const owned = (host: string): number => Object.values(home).filter((one) => one === host).length;
  const isLarge = (host: string): number => ((loads.get(host) ?? 0) > floor ? 1 : 0);
  const other = (host: string): number => otherLoads[host] ?? 0;
  const ranked = fit.toSorted(
    (a, b) => isLarge(b) - isLarge(a) || owned(b) - owned(a) || other(a) - other(b) || (a < b ? -1 : 1),
  );
  const quotas = new Map(ranked.map((host, rank) => [host, rank < larger ? floor + 1 : floor]));
  const shared = [...quotas.values()].reduce((sum, quota) => sum + quota, 0);
  return quotas.set(primary, count - shared);
}

/** The host with the most room left, of those the one with fewer other VIPs, the heavier one of two alike; null where none has room. */
function findRoomiest(
  vip: string,
  hosts: readonly string[],
  open: ReadonlyMap<string, number>,
  otherLoads: Readonly<Record<string, number>>,
): string | null {
  const [first] = hosts
    .filter((host) => (open.get(host) ?? 0) > 0)
    .sort(
      (a, b) =>
        (open.get(b) ?? 0) - (open.get(a) ?? 0) ||
        (otherLoads[a] ?? 0) - (otherLoads[b] ?? 0) ||
        weigh(vip, b) - weigh(vip, a),
    );
  return first ?? null;
}

/** A weight of a VIP on a host that every host finds alike (rendezvous hashing with FNV-1a, 32 bits, over characters). */
function weigh(vip: string, host: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${vip}\n${host}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
