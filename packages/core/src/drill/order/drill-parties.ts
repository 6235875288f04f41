import type { DrillFault } from "@primacy/contract";

/** A member that a drill could be about. */
export interface PartyCandidate {
  readonly memberId: string;
  readonly name: string;
  /** Null: it runs on no registered host. */
  readonly hostId: string | null;
  readonly isPrimary: boolean;
}

/** Whom a drill is about. */
export interface DrillParties<M> {
  readonly primary: M;
  /** The member that is hit, or whose host is. */
  readonly target: M;
  /** The second of a pair: the new primary of a switchover, the other end of a link; null where the fault has none. */
  readonly other: M | null;
}

/** Whether a fault needs a secondary besides the primary. */
export function needsSecondary({ kind }: DrillFault): boolean {
  return kind === "switchover" || kind === "cut_secondary" || kind === "cut_one_way";
}

/** The secondary that a fault names; null: the console chooses it, or there is none. */
export function namedSecondary(fault: DrillFault): string | null {
  return "memberId" in fault ? fault.memberId : null;
}

/**
 * Whom a fault hits: the primary, and where it needs one the secondary that it names, else the first by name whose host is registered and does
 * not watch. Null: there is no primary, or no such secondary.
 */
export function chooseParties<M extends PartyCandidate>(
  fault: DrillFault,
  members: readonly M[],
  observerHostId: string | null,
): DrillParties<M> | null {
  const primary = members.find(({ isPrimary }) => isPrimary);
  if (primary === undefined || primary.hostId === null) return null;
  if (!needsSecondary(fault)) return { primary, target: primary, other: null };
  const named = namedSecondary(fault);
  const able = members.filter(({ isPrimary, hostId }) => !isPrimary && hostId !== null);
  const secondary =
    named === null
      ? able
          .filter(({ hostId }) => hostId !== observerHostId)
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))[0]
      : able.find(({ memberId }) => memberId === named);
  if (secondary === undefined) return null;
  return fault.kind === "cut_secondary"
    ? { primary, target: secondary, other: null }
    : { primary, target: primary, other: secondary };
}
