import { MemberRole, MemberState } from "@primacy/contract";
import type { MemberView } from "@primacy/contract/agent";
import type { GroupView } from "./group-view";

/** What the views together say of one member. `state` null: the group does not list it (or nobody says). */
export interface JudgedMember {
  readonly serverUuid: string;
  readonly host: string;
  readonly port: number;
  readonly state: MemberState | null;
  readonly role: MemberRole | null;
  readonly version: string | null;
  /** The servers whose word this is. */
  readonly saidBy: readonly string[];
}

/** A server that says something else of a member than what was judged. `state` null: it does not list the member. */
export interface Disagreement {
  readonly observer: string;
  readonly subject: string;
  readonly state: string | null;
  readonly role: string | null;
}

/** The group as it most probably is. Null where no view says anything. */
export interface JudgedGroup {
  readonly isSinglePrimary: boolean | null;
  /** More than half of the voters can be reached, of whom those that recover vote as well. */
  readonly hasMajority: boolean | null;
  /** The single online primary; null when there is none, or more than one. */
  readonly primaryUuid: string | null;
  readonly primaryUuids: readonly string[];
  readonly onlineCount: number;
  /** Members that the group counts as voters. */
  readonly voterCount: number;
  readonly members: readonly JudgedMember[];
  readonly disagreements: readonly Disagreement[];
}

interface Voice {
  readonly observer: string;
  readonly subject: string;
  readonly row: MemberView | null;
  readonly isQuorate: boolean;
}

/**
 * Judges what several servers believe of their group. Each member's state is what most servers in the group say of
 * it; a server outside the group speaks only for itself, and where votes are equal, those who see a majority win.
 * A server's claim to be the primary is not outvoted by those who have not looked since it began: so a switchover is
 * seen at once. A deposed primary that was cut off lies for seconds, but its claim is old, and it is outvoted. This is
 * for people; no VIP decision may rest on it.
 */
export function judgeGroup(views: readonly GroupView[]): JudgedGroup {
  const uuids = [...new Set(views.flatMap((view) => [view.observer, ...view.members.map(uuidOf)]))].sort();
  const voices = uuids.flatMap((subject) =>
    views.filter((view) => !isBeforeClaim(view, subject, views)).flatMap((view) => voiceOf(view, subject)),
  );
  const chosen = uuids.map((subject) => choose(voices.filter((voice) => voice.subject === subject)));
  const isSinglePrimary = judgeMode(views);
  const members = keepNewestClaim(
    uuids.map((subject, index) => {
      const row = chosen[index] ?? null;
      return { ...judgedMember(subject, row, views), saidBy: listWitnesses(voices, subject, row) };
    }),
    views,
    isSinglePrimary,
  );
  const voters = members.filter((member) => isVoter(member.state));
  const onlineCount = voters.filter((member) => member.state === "ONLINE").length;
  const presentCount = voters.filter((member) => isPresent(member.state)).length;
  const primaryUuids = members
    .filter((member) => member.state === "ONLINE" && member.role === "PRIMARY")
    .map((member) => member.serverUuid);
  return {
    isSinglePrimary,
    hasMajority: views.length === 0 ? null : presentCount * 2 > voters.length,
    primaryUuid: primaryUuids.length === 1 ? (primaryUuids[0] ?? null) : null,
    primaryUuids,
    onlineCount,
    voterCount: voters.length,
    members,
    disagreements: voices.flatMap((voice) => disagreementOf(voice, chosen[uuids.indexOf(voice.subject)])),
  };
}

/** True for states that count as a vote in the group. */
export function isVoter(state: MemberState | null): boolean {
  return state === "ONLINE" || state === "RECOVERING" || state === "UNREACHABLE";
}

/** True for what votes in the group and can be reached by it. */
export function isPresent(state: MemberState | null): boolean {
  return isVoter(state) && state !== "UNREACHABLE";
}

function uuidOf(row: MemberView): string {
  return row.serverUuid;
}

/** True for the view of a server that is in the group by its own word, so that it may speak of others. */
export function isInGroup(view: GroupView): boolean {
  const own = view.members.find((row) => row.serverUuid === view.observer);
  return own?.state === "ONLINE" || own?.state === "RECOVERING";
}

function voiceOf(view: GroupView, subject: string): Voice[] {
  if (!isInGroup(view) && view.observer !== subject) return [];
  const present = view.members.filter((row) => row.state === "ONLINE" || row.state === "RECOVERING").length;
  const row = view.members.find((one) => one.serverUuid === subject) ?? null;
  return [{ observer: view.observer, subject, row, isQuorate: present * 2 > view.members.length }];
}

/** True for a view of another server that was taken before `subject` began to claim to be the primary. */
function isBeforeClaim(view: GroupView, subject: string, views: readonly GroupView[]): boolean {
  const since = views.find((one) => one.observer === subject)?.claimsPrimarySinceMs ?? null;
  if (since === null || view.observer === subject || view.confirmedAtMs === undefined) return false;
  return view.confirmedAtMs < since;
}

/** Of two primaries in single-primary mode, the one that began to claim it last is; the other has not noticed yet. */
function keepNewestClaim(
  members: readonly JudgedMember[],
  views: readonly GroupView[],
  isSinglePrimary: boolean | null,
): readonly JudgedMember[] {
  const primaries = members.filter((member) => member.state === "ONLINE" && member.role === "PRIMARY");
  if (isSinglePrimary !== true || primaries.length < 2) return members;
  const sinceOf = (uuid: string): number | null =>
    views.find((view) => view.observer === uuid)?.claimsPrimarySinceMs ?? null;
  const claims = primaries.map((member) => sinceOf(member.serverUuid) ?? Number.NEGATIVE_INFINITY);
  const newest = Math.max(...claims);
  if (claims.filter((claim) => claim === newest).length !== 1) return members;
  return members.map((member) => {
    const isDeposed = primaries.includes(member) && sinceOf(member.serverUuid) !== newest;
    return isDeposed ? { ...member, role: "SECONDARY" as const } : member;
  });
}

function choose(voices: readonly Voice[]): MemberView | null {
  const groups = new Map<string, Voice[]>();
  for (const voice of voices) {
    const key = keyOf(voice.row);
    groups.set(key, [...(groups.get(key) ?? []), voice]);
  }
  // The last criterion only makes the answer independent of the order of the views.
  const ranked = [...groups.entries()].sort(
    ([keyA, a], [keyB, b]) => weight(b) - weight(a) || (keyA < keyB ? -1 : 1),
  );
  const winner = ranked[0]?.[1][0]?.row ?? null;
  if (winner !== null) return winner;
  // The group does not list it: what the server says of itself stands, unless it claims to be in the group.
  const own = voices.find((voice) => voice.observer === voice.subject)?.row ?? null;
  return own !== null && (own.state === "OFFLINE" || own.state === "ERROR") ? own : null;
}

/** Number of votes first; equal numbers are decided by those who see a majority, then by those who speak of others. */
function weight(voices: readonly Voice[]): number {
  const quorate = voices.filter((voice) => voice.isQuorate).length;
  const others = voices.filter((voice) => voice.observer !== voice.subject).length;
  return voices.length * 10_000 + quorate * 100 + others;
}

function keyOf(row: { readonly state: string; readonly role: string } | null): string {
  return row === null ? "" : `${row.state}/${row.role}`;
}

function listWitnesses(voices: readonly Voice[], subject: string, row: MemberView | null): readonly string[] {
  return voices
    .filter((voice) => voice.subject === subject && keyOf(voice.row) === keyOf(row))
    .map((voice) => voice.observer)
    .sort();
}

function judgedMember(
  subject: string,
  row: MemberView | null,
  views: readonly GroupView[],
): Omit<JudgedMember, "saidBy"> {
  const known = row ?? views.flatMap((view) => view.members).find((one) => one.serverUuid === subject);
  const state = row === null ? null : (MemberState.safeParse(row.state).data ?? null);
  const role = row === null ? null : (MemberRole.safeParse(row.role).data ?? null);
  return {
    serverUuid: subject,
    host: known?.host ?? "",
    port: known?.port ?? 0,
    state,
    role,
    version: known === undefined || known.version === "" ? null : known.version,
  };
}

function judgeMode(views: readonly GroupView[]): boolean | null {
  const said = views.flatMap((view) =>
    isInGroup(view) && view.isSinglePrimary !== null ? [view.isSinglePrimary] : [],
  );
  const fallback = views.flatMap((view) => (view.isSinglePrimary === null ? [] : [view.isSinglePrimary]));
  const votes = said.length > 0 ? said : fallback;
  if (votes.length === 0) return null;
  // One server that says multi-primary is enough to be careful.
  return votes.every((vote) => vote);
}

function disagreementOf(voice: Voice, chosen: MemberView | null | undefined): Disagreement[] {
  if (keyOf(voice.row) === keyOf(chosen ?? null)) return [];
  return [
    {
      observer: voice.observer,
      subject: voice.subject,
      state: voice.row?.state ?? null,
      role: voice.row?.role ?? null,
    },
  ];
}
