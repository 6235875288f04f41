import type { HostCondition, Incident, IncidentKind, ServerReach } from "@primacy/contract";
import { isLost } from "../topology/server-reach";
import { type IncidentLook, primaryOf, type SeenMember } from "./incident-look";
import type { Disturbance } from "./ordered-moves";

/** Writes are back for good once they have been for so long. Another failure within it belongs to the same incident. */
export const settledAfterMs = 10_000;

/** A host that falls silent later than this after the beginning is not why it began. */
const causeWithinMs = 15_000;

/** What was seen of the member that was the primary, each kind once. */
export interface IncidentEvidence {
  readonly reaches: readonly ServerReach[];
  /** `host_dead` only where it was seen around the beginning. */
  readonly conditions: readonly HostCondition[];
  readonly states: readonly string[];
  /** Every look showed it ONLINE, with a server that answers. */
  readonly staysIn: boolean;
  /** A look showed that too few members hear each other. */
  readonly lacksMajority: boolean;
}

/** How an incident began. Instants are of the console's monotonic clock. */
export interface IncidentBegin {
  readonly kind: IncidentKind;
  /** The last look that showed all well, or no worse than an operation left it, and the first that did not. */
  readonly wellMs: number;
  readonly seenMs: number;
  /** That last look: who the primary was, and who had its addresses. */
  readonly before: IncidentLook;
  readonly primary: SeenMember;
}

/** An incident that lasts. */
export interface OpenIncident extends IncidentBegin {
  readonly evidence: IncidentEvidence;
  /** Since when all has been well again; null: it is not. */
  readonly backMs: number | null;
  /** The newest look. */
  readonly now: IncidentLook;
}

/**
 * How it stands with a cluster. `unknown`: it has not been seen well yet. `calm`: it was when it was looked at last, or stood no worse than
 * an operation of the console left it. `ordered`: what the console was told to do disturbs it, which that operation tells of. `open`: nobody
 * ordered what happened.
 */
export type IncidentCourse =
  | { readonly kind: "unknown" }
  | { readonly kind: "calm"; readonly look: IncidentLook }
  | { readonly kind: "ordered"; readonly how: Disturbance; readonly look: IncidentLook }
  | { readonly kind: "open"; readonly incident: OpenIncident }
  | { readonly kind: "ended"; readonly incident: OpenIncident; readonly look: IncidentLook };

/**
 * The course after one more look. One incident at a time: the next one begins only after the one before has ended, and that it does once
 * all has been well for {@link settledAfterMs}. `isOrdered` tells whether an operation of the console that may do such things runs or has
 * just ended; it is asked only where {@link findBeginning} tells of something. Once none does, what the operation left is what the next looks
 * are compared with: only what gets worse begins an incident.
 */
export function followCourse(
  course: IncidentCourse,
  look: IncidentLook,
  isOrdered: () => boolean,
): IncidentCourse {
  // With several primaries the loss of one is no failover.
  if (look.isSinglePrimary === false) return { kind: "unknown" };
  switch (course.kind) {
    case "unknown":
      return isWell(look) ? { kind: "calm", look } : course;
    case "ordered":
      if (isWell(look)) return { kind: "calm", look };
      return isOrdered() ? { ...course, look } : { kind: "calm", look: course.look };
    case "ended":
      return followCourse({ kind: "calm", look: course.look }, look, isOrdered);
    case "calm":
      return leaveCalm(course.look, look, isOrdered);
    case "open":
      return goOn(course.incident, look);
  }
}

/** How a look disturbs a cluster that was calm until then, or still does, for those who ask whether that was ordered; null: it does not. */
export function findBeginning(course: IncidentCourse, look: IncidentLook): Disturbance | null {
  if (look.isSinglePrimary === false) return null;
  if (course.kind === "ordered") return isWell(look) ? null : course.how;
  return course.kind === "calm" || course.kind === "ended" ? findHow(course.look, look) : null;
}

/** Of a cluster that took no writes before, none can be lost. */
function findHow(before: IncidentLook, look: IncidentLook): Disturbance | null {
  const kind = takesWrites(before) ? findDisturbance(before, look) : null;
  if (kind !== "primary") return kind;
  const now = look.members.find(({ memberId }) => memberId === before.primaryMemberId);
  return now?.state === "ONLINE" && now.server === "answers" ? "handover" : "loss";
}

/** What disturbs a cluster that was well; null: nothing does, as far as is known. */
export function findDisturbance(before: IncidentLook, look: IncidentLook): IncidentKind | null {
  const primary = primaryOf(before);
  if (primary === null) return null;
  if (look.primaryMemberId !== null && look.primaryMemberId !== primary.memberId) return "primary";
  const now = look.members.find(({ memberId }) => memberId === primary.memberId);
  if (look.isWritable === false || isLost(now?.server)) return "primary";
  return look.vips.some((vip) => isAway(before, look, vip, primary)) ? "address" : null;
}

/** An address that the primary's host had, and says now that it has not, or that another has. A silent host says nothing. */
function isAway(
  before: IncidentLook,
  look: IncidentLook,
  { vipId, holders }: IncidentLook["vips"][number],
  primary: SeenMember,
): boolean {
  const { hostId } = primary;
  const had = before.vips.find((one) => one.vipId === vipId)?.holders ?? [];
  if (hostId === null || !had.includes(hostId) || holders.includes(hostId)) return false;
  const isHeard = look.members.some((one) => one.hostId === hostId && !one.isStale);
  return isHeard || holders.length > 0;
}

/** Whether a primary takes writes and every write VIP is where it is, and nowhere else. */
export function isWell(look: IncidentLook): boolean {
  const hostId = primaryOf(look)?.hostId;
  if (!takesWrites(look)) return false;
  return look.vips.every(({ holders }) => holders.length === 1 && holders[0] === hostId);
}

function takesWrites(look: IncidentLook): boolean {
  const primary = primaryOf(look);
  return primary !== null && look.isWritable === true && !isLost(primary.server);
}

/** Whether a look is what the next ones are compared with: all is well, or more of what an operation left is. */
function isNewBase(before: IncidentLook, look: IncidentLook): boolean {
  if (isWell(look)) return true;
  if (isWell(before) || !takesWrites(look)) return false;
  if (!takesWrites(before)) return true;
  const countHeld = (one: IncidentLook): number =>
    one.vips.filter(({ holders }) => holders.some((hostId) => hostId === primaryOf(one)?.hostId)).length;
  return countHeld(look) >= countHeld(before);
}

function leaveCalm(before: IncidentLook, look: IncidentLook, isOrdered: () => boolean): IncidentCourse {
  const how = findHow(before, look);
  const primary = primaryOf(before);
  if (how === null || primary === null)
    return { kind: "calm", look: isNewBase(before, look) ? look : before };
  if (isOrdered()) return { kind: "ordered", how, look };
  const kind: IncidentKind = how === "address" ? how : "primary";
  const begin = { kind, wellMs: before.atMs, seenMs: look.atMs, before, primary };
  return { kind: "open", incident: openIncident(begin, look) };
}

/** An incident with what its first look shows. */
export function openIncident(begin: IncidentBegin, look: IncidentLook): OpenIncident {
  const none = { reaches: [], conditions: [], states: [], staysIn: true, lacksMajority: false };
  return {
    ...begin,
    evidence: addEvidence(none, begin, look),
    backMs: isWell(look) ? look.atMs : null,
    now: look,
  };
}

function goOn(incident: OpenIncident, look: IncidentLook): IncidentCourse {
  const { backMs: beforeMs, evidence: known } = incident;
  const backMs = isWell(look) ? (beforeMs ?? look.atMs) : null;
  const kind =
    incident.kind === "address" ? (findDisturbance(incident.before, look) ?? "address") : "primary";
  // What becomes of the old primary once all is well says nothing of why it was lost.
  const evidence = backMs === null || beforeMs === null ? addEvidence(known, incident, look) : known;
  const next = { ...incident, kind, evidence, backMs, now: look };
  if (backMs === null || look.atMs - backMs < settledAfterMs) return { kind: "open", incident: next };
  return { kind: "ended", incident: next, look };
}

function addEvidence(
  evidence: IncidentEvidence,
  { primary, seenMs }: Pick<IncidentBegin, "primary" | "seenMs">,
  { members, hasMajority, atMs }: IncidentLook,
): IncidentEvidence {
  const now = members.find(({ memberId }) => memberId === primary.memberId);
  if (now === undefined) return evidence;
  const isLate = now.condition === "host_dead" && atMs - seenMs > causeWithinMs;
  const isIn = now.state === "ONLINE" && now.server === "answers";
  return {
    reaches: withOne(evidence.reaches, now.server),
    conditions: isLate ? evidence.conditions : withOne(evidence.conditions, now.condition),
    states: now.state === null ? evidence.states : withOne(evidence.states, now.state),
    staysIn: evidence.staysIn && isIn,
    lacksMajority: evidence.lacksMajority || hasMajority === false,
  };
}

function withOne<T>(list: readonly T[], one: T): readonly T[] {
  return list.includes(one) ? list : [...list, one];
}

/**
 * An incident that another watcher began, as the next one goes on with it: of how all was before it, the primary alone is known. Null
 * where that member is gone.
 */
export function resumeIncident(
  { kind, oldPrimary }: Pick<Incident, "kind" | "oldPrimary">,
  startMs: number,
  look: IncidentLook,
): OpenIncident | null {
  const primary = look.members.find(({ memberId }) => memberId === oldPrimary?.memberId);
  if (primary === undefined) return null;
  const holders = primary.hostId === null ? [] : [primary.hostId];
  const before = {
    ...look,
    atMs: startMs,
    primaryMemberId: primary.memberId,
    vips: look.vips.map((vip) => ({ ...vip, holders })),
  };
  const open = openIncident({ kind, wellMs: startMs, seenMs: startMs, before, primary }, look);
  return { ...open, evidence: { ...open.evidence, staysIn: false } };
}
