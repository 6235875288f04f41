import type { LeftCause, MysqlStatus } from "@primacy/contract/agent";

/**
 * So long nobody has to listen on the server's port before its address counts as left behind. A service manager starts a killed server
 * again within a second, and the plugin of a server that starts lets go of its address itself; nothing is lost by waiting for
 * that, for clients of the address are refused there meanwhile either way.
 */
export const killedForMs = 5_000;

/**
 * So long a server has to say that it is not the primary, or sees no majority. Longer than the plugin's own hand-over: a new primary asks each
 * other member up to three times for 3 s, and tells those that it missed again at its next turn, 20 s later. The group's default
 * settings expel a silent member, which ends a lost majority, within 25 s.
 */
export const notPrimaryForMs = 30_000;

/** Past this age a word of the server is none; between two looks that are further apart nobody knows what was. */
const freshMs = 3_000;

/** What is seen of a host that has the address. Instants are of its monotonic clock, in milliseconds. */
export interface LeftSight {
  readonly nowMs: number;
  /** Whether the kernel has a socket that listens on the server's port; null: it could not be asked. */
  readonly isListening: boolean | null;
  /** Whether a process of a MySQL server runs on this host; null: it was not asked. One that serves another port than is known is no killed one. */
  readonly isRunning: boolean | null;
  readonly server: Pick<
    MysqlStatus,
    "reach" | "error" | "memberState" | "memberRole" | "isSinglePrimary" | "members" | "observedMonotonicMs"
  >;
}

/** Evidence of one cause that has lasted without a break since `sinceMs`, and was seen last at `seenMs`. */
export interface LeftEvidence {
  readonly cause: LeftCause;
  readonly sinceMs: number;
  readonly seenMs: number;
}

/**
 * What speaks for an address having been left behind, now. Null: nothing does, or it is not known. A server that is silent and listens,
 * that refuses the agent, or of which the agent was told nothing, is never evidence.
 */
export function findLeftCause({ nowMs, isListening, isRunning, server }: LeftSight): LeftCause | null {
  if (nowMs - server.observedMonotonicMs > freshMs) return null;
  if (server.reach === "down") return isListening === false && isRunning === false ? "killed" : null;
  if (server.reach !== "up" || server.error !== null) return null;
  const { memberState, memberRole } = server;
  if (memberState === "OFFLINE" || memberState === "ERROR") return "not_primary";
  if (server.isSinglePrimary !== true) return null;
  if (memberRole === "SECONDARY") return "not_primary";
  return memberRole === "PRIMARY" && !hasMajority(server) ? "no_majority" : null;
}

/** True where the server says that the address is its own to have: the primary of a majority. What was refused before is over then. */
export function isHeldRightly(sight: LeftSight): boolean {
  const { server } = sight;
  const isFresh = sight.nowMs - server.observedMonotonicMs <= freshMs;
  const isKnown = server.reach === "up" && server.error === null && server.isSinglePrimary === true;
  return isFresh && isKnown && server.memberRole === "PRIMARY" && findLeftCause(sight) === null;
}

/** The server's own view: who is unreachable counts among all. */
function hasMajority({ members }: LeftSight["server"]): boolean {
  const reachable = members.filter(({ state }) => state !== "UNREACHABLE").length;
  return members.length === 0 || reachable * 2 > members.length;
}

/** The evidence after another look: a look that shows another cause, none, or that came too late, begins anew. */
export function followEvidence(before: LeftEvidence | null, sight: LeftSight): LeftEvidence | null {
  const cause = findLeftCause(sight);
  if (cause === null) return null;
  const { nowMs } = sight;
  const lasts = before !== null && before.cause === cause && nowMs - before.seenMs <= freshMs;
  return { cause, sinceMs: lasts ? before.sinceMs : nowMs, seenMs: nowMs };
}

/** True once the evidence has lasted long enough for its cause. */
export function isLeftBehind({ cause, sinceMs, seenMs }: LeftEvidence): boolean {
  return seenMs - sinceMs >= (cause === "killed" ? killedForMs : notPrimaryForMs);
}
