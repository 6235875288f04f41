import type { GtidDifference, GtidRange } from "@primacy/contract";
import {
  countGtids,
  formatGtidSet,
  type GtidSet,
  intersectGtids,
  listGtidRuns,
  parseGtidSet,
  subtractGtids,
  uniteGtids,
} from "../gtid";

/** The transactions of one server, as it writes them. */
export interface GtidState {
  readonly executed: string;
  /** Received from the group and perhaps not applied yet; certified all the same. */
  readonly received: string;
  /** Executed, and in its binary logs no more. */
  readonly purged: string;
}

/** A member whose transactions count as the group's. */
export interface GtidPeer {
  readonly name: string;
  readonly gtids: GtidState;
}

/** A difference as it is shown, and as it is. */
export interface ComparedGtids {
  readonly difference: GtidDifference;
  /** Everything missing, and everything errant, as MySQL writes it. */
  readonly missing: string;
  readonly errant: string;
}

/** What people can read of a set is shown; the counts say how much there is. */
const shownRanges = 200;
const shownIntervalChars = 4_000;
const shownTextChars = 1_000;

/**
 * Compares a member that is outside of its group with the members that are ONLINE, as the group itself will when the
 * member joins: what a server executed and what it received both count. Read the member before the others, or what they
 * write meanwhile passes for its own. `names` are the members by server UUID. Null where there is nobody to compare with,
 * or a set cannot be read.
 */
export function compareGtids(
  own: GtidState,
  peers: readonly GtidPeer[],
  names: ReadonlyMap<string, string>,
): ComparedGtids | null {
  const mine = allOf(own);
  const theirs = peers.map((peer) => allOf(peer.gtids));
  const purged = peers.map((peer) => parseGtidSet(peer.gtids.purged));
  const known = theirs.flatMap((set) => set ?? []);
  if (mine === null || peers.length === 0 || known.length < peers.length || purged.includes(null))
    return null;
  const group = uniteGtids(...known);
  const missing = subtractGtids(group, mine);
  const errant = subtractGtids(mine, group);
  return {
    difference: {
      missing: rangesOf(missing, names),
      missingCount: countGtids(missing),
      errant: rangesOf(errant, names),
      errantCount: countGtids(errant),
      donors: peers
        .filter((_, at) => intersectGtids(missing, purged[at] ?? missing).size === 0)
        .map((peer) => peer.name),
    },
    missing: formatGtidSet(missing),
    errant: formatGtidSet(errant),
  };
}

/** How many of the missing transactions a server lacks still; null where a set cannot be read. */
export function countLeft(missing: string, executed: string): number | null {
  const [wanted, has] = [parseGtidSet(missing), parseGtidSet(executed)];
  return wanted === null || has === null ? null : countGtids(subtractGtids(wanted, has));
}

/** A set for a sentence: of one that is too long the beginning, and `…`. */
export function shortenGtids(text: string, limitChars: number = shownTextChars): string {
  if (text.length <= limitChars) return text;
  const end = Math.max(text.lastIndexOf(":", limitChars), text.lastIndexOf(",", limitChars), 0);
  return `${text.slice(0, end)} …`;
}

function allOf({ executed, received }: GtidState): GtidSet | null {
  const [done, got] = [parseGtidSet(executed), parseGtidSet(received)];
  return done === null || got === null ? null : uniteGtids(done, got);
}

function rangesOf(set: GtidSet, names: ReadonlyMap<string, string>): GtidRange[] {
  return listGtidRuns(set)
    .slice(0, shownRanges)
    .map((run) => ({
      ...run,
      intervals: shortenGtids(run.intervals, shownIntervalChars),
      memberName: names.get(run.uuid) ?? null,
    }));
}
