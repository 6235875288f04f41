import type { NotPrimaryReason, RoleObservation } from "@primacy/core/vip";
import { type JsonValues, parseJsonRow, readArray, readFlag, readNumber } from "./json-row";
import type { SqlRow } from "./session";

/** What one role check says of the local server, in one session. */
export interface RoleCheck {
  readonly memberState: RoleObservation["memberState"];
  readonly role: RoleObservation["role"];
  readonly isSinglePrimary: boolean | null;
  readonly serverUuid: string;
  readonly isSuperReadOnly: boolean;
  readonly isOfflineMode: boolean;
  /** Empty where it was not asked for. */
  readonly viewId: string;
  readonly connectionId: string;
}

const member = `performance_schema.replication_group_members m`;

/** A view of performance_schema costs the server more than all the rest, so its row is read once. */
const roleValues =
  "@@server_uuid, @@global.super_read_only, @@global.offline_mode," +
  " @@group_replication_single_primary_mode, CONNECTION_ID()," +
  ` (SELECT JSON_ARRAY(m.MEMBER_STATE, m.MEMBER_ROLE) FROM ${member} WHERE m.MEMBER_ID = @@server_uuid)`;

/** The values of a role check with the view, in the order that {@link readRoleCheck} expects. */
export const roleCheckValues =
  `${roleValues},` +
  " (SELECT s.VIEW_ID FROM performance_schema.replication_group_member_stats s WHERE s.MEMBER_ID = @@server_uuid)";

/**
 * The role check that is asked before the consensus read; what it says of the view is that there is none. The views of a
 * server that is not in a group are empty, so a row always comes back.
 */
export const roleCheckStatement = `SELECT JSON_ARRAY(${roleValues})`;

/** MY-013172 and MY-011086: the server was told to shut down, or to restart. */
const newestStop =
  "(SELECT MAX(e.LOGGED) FROM performance_schema.error_log e WHERE e.ERROR_CODE IN ('MY-013172', 'MY-011086'))";

/**
 * Marks in a session the stops that the server's log knows already, of the runs before this one, so that
 * {@link watchfulRoleCheckStatement} sees a later one. By what the log says, not by a clock, which may be set back. Its time
 * zone is one in which no hour comes twice.
 */
export const stopMarkStatements = [
  "SET SESSION time_zone = '+00:00'",
  `SET @primacy_last_stop = COALESCE(${newestStop}, '1970-01-01 00:00:00')`,
];

/** Whether the server was told to stop since the session was marked, alone. */
export const stoppingStatement = `SELECT ${newestStop} > @primacy_last_stop`;

/** The role check that also tells whether the server is stopping; see {@link isStopping}. */
export const watchfulRoleCheckStatement = `SELECT JSON_ARRAY(${roleValues}, '', ${newestStop} > @primacy_last_stop)`;
const stoppingAt = 7;

/**
 * Whether the server was told to stop since the session began. MySQL leaves its group for some three seconds before it
 * closes a session or a socket, and says nothing of it anywhere else.
 */
export function isStopping(values: JsonValues | null): boolean {
  return readFlag(values?.[stoppingAt]) === true;
}

/** How many members the group shows, and how many of them so. */
const groupCounts =
  "JSON_ARRAY(COUNT(*), COUNT(IF(u.MEMBER_STATE = 'ONLINE', 1, NULL)), COUNT(IF(u.MEMBER_STATE = 'UNREACHABLE', 1, NULL)))";

/** The cheap read that only triggers the consensus probe, and the read of the whole status. */
export const roleReadStatement =
  "SELECT JSON_ARRAY(m.MEMBER_STATE, m.MEMBER_ROLE, @@group_replication_single_primary_mode," +
  ` (SELECT ${groupCounts} FROM performance_schema.replication_group_members u))` +
  ` FROM ${member} WHERE m.MEMBER_ID = @@server_uuid`;

/** Reads a row of {@link roleCheckStatement}; null when it is not one. */
export function parseRoleCheck(row: SqlRow | undefined): RoleCheck | null {
  return readRoleCheck(parseJsonRow(row));
}

/** Reads the answers to {@link roleCheckValues}; null when they are none. */
export function readRoleCheck(values: JsonValues | null): RoleCheck | null {
  const [serverUuid, superReadOnly, offlineMode, singlePrimary, connectionId, own, viewId] = values ?? [];
  if (typeof serverUuid !== "string" || connectionId === null || connectionId === undefined) {
    return null;
  }
  // No row is a server outside any group; of what is none nothing is known.
  const [state, role] = own === null || own === undefined ? [] : (readArray(own) ?? ["unreadable"]);
  return {
    memberState: parseState(state),
    role: parseRole(role),
    isSinglePrimary: readFlag(singlePrimary),
    serverUuid,
    // Unknown counts as set: it must not look writable.
    isSuperReadOnly: readFlag(superReadOnly) ?? true,
    isOfflineMode: readFlag(offlineMode) ?? true,
    viewId: typeof viewId === "string" ? viewId : "",
    connectionId: String(connectionId),
  };
}

/** What the cheap role read says. */
export interface RoleRead {
  readonly role: RoleObservation;
  /** A member of the group does not answer the local server. */
  readonly isUnreachableShown: boolean;
  /** Differs when a member came, left, or changed between the states that are counted. */
  readonly group: string;
}

/** Reads the row of {@link roleReadStatement}; no row is a server outside any group, and of one that is none nothing is known. */
export function parseRoleRead(row: SqlRow | undefined): RoleRead {
  const values = parseJsonRow(row);
  const [state, role, singlePrimary, counts] = values ?? [];
  const shown = readArray(counts) ?? [];
  return {
    role: {
      memberState: row !== undefined && values === null ? "unknown" : parseState(state),
      role: parseRole(role),
      singlePrimary: readFlag(singlePrimary),
    },
    isUnreachableShown: (readNumber(shown[2]) ?? 0) > 0,
    group: shown.join(" "),
  };
}

/** Why this check is not one of an ONLINE primary that clients may write to; null when it is. */
export function findNotPrimaryReason(check: RoleCheck): NotPrimaryReason | null {
  if (check.memberState !== "ONLINE") {
    return "not-online";
  }
  if (check.isSinglePrimary === null) {
    return "mode-unknown";
  }
  if (!check.isSinglePrimary) {
    return "multi-primary";
  }
  if (check.role !== "PRIMARY") {
    return "not-primary";
  }
  if (check.isSuperReadOnly) {
    return "super-read-only";
  }
  return check.isOfflineMode ? "offline-mode" : null;
}

/** Why this check is not one of a server that clients may read from; null when it is. */
export function findUnreadableReason(check: RoleCheck): NotPrimaryReason | null {
  if (check.memberState !== "ONLINE") {
    return "not-online";
  }
  return check.isOfflineMode ? "offline-mode" : null;
}

function parseState(value: unknown): RoleObservation["memberState"] {
  switch (value) {
    case "ONLINE":
    case "RECOVERING":
    case "OFFLINE":
    case "ERROR":
    case "UNREACHABLE":
      return value;
    case null:
    case undefined:
      return "OFFLINE";
    default:
      return "unknown";
  }
}

function parseRole(value: unknown): RoleObservation["role"] {
  return value === "PRIMARY" || value === "SECONDARY" ? value : "unknown";
}
