import type { WireSight } from "./snapshot";

/** Who answers for an address on the wire now. */
export interface WireTruth {
  readonly macs: readonly string[];
  /** Age of the newest answer, in milliseconds; null: nobody asked within the limit. */
  readonly ageMs: number | null;
  readonly askedBy: readonly string[];
}

/**
 * Reads the answers for one address. The newest answer counts. An Ethernet address that only another asker saw counts
 * as well where both askers have seen their own twice, one after the other's: then two machines answer at once in
 * parts of the network. A single older answer is what the wire said before the address moved.
 */
export function judgeWire(answers: readonly WireSight[], nowMs: number, maxAgeMs: number): WireTruth {
  const fresh = answers
    .filter((answer) => nowMs - answer.askedAtMs <= maxAgeMs)
    .sort((a, b) => b.askedAtMs - a.askedAtMs);
  const newest = fresh[0];
  if (newest === undefined) return { macs: [], ageMs: null, askedBy: [] };
  const askers = [...new Set(fresh.map((answer) => answer.hostId))];
  const others = askers
    .filter((hostId) => hostId !== newest.hostId)
    .flatMap((hostId) => steadyElsewhere(fresh, newest, hostId));
  return {
    macs: [...new Set([...newest.macs, ...others])].sort(),
    ageMs: Math.max(0, nowMs - newest.askedAtMs),
    askedBy: askers.sort(),
  };
}

function steadyElsewhere(fresh: readonly WireSight[], newest: WireSight, hostId: string): readonly string[] {
  const [, ownBefore] = fresh.filter((answer) => answer.hostId === newest.hostId);
  const [last, before] = fresh.filter((answer) => answer.hostId === hostId);
  if (ownBefore === undefined || last === undefined || before === undefined) return [];
  const isOwnSteady = newest.macs.some((mac) => ownBefore.macs.includes(mac));
  if (!isOwnSteady || last.askedAtMs <= ownBefore.askedAtMs) return [];
  return last.macs.filter((mac) => before.macs.includes(mac) && !newest.macs.includes(mac));
}
