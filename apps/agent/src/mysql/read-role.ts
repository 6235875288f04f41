import type { NotPrimaryReason, RoleObservation } from "@primacy/core/vip";
import type { SqlRow } from "./session";

/** What one role check says of the local server, in one session. */
export interface RoleCheck {
  readonly memberState: RoleObservation["memberState"];
  readonly role: RoleObservation["role"];
  readonly isSinglePrimary: boolean | null;
  readonly serverUuid: string;
  readonly isSuperReadOnly: boolean;
  readonly isOfflineMode: boolean;
  readonly viewId: string;
  readonly connectionId: string;
}

const member = `performance_schema.replication_group_members m`;

/**
 * The role check that is asked before and after the consensus read. The views of a server that is not in
 * a group are empty, so a row always comes back.
 */
export const roleCheckStatement =
  "SELECT @@server_uuid, @@global.super_read_only, @@global.offline_mode," +
  " @@group_replication_single_primary_mode, CONNECTION_ID()," +
  ` (SELECT m.MEMBER_STATE FROM ${member} WHERE m.MEMBER_ID = @@server_uuid),` +
  ` (SELECT m.MEMBER_ROLE FROM ${member} WHERE m.MEMBER_ID = @@server_uuid),` +
  " (SELECT s.VIEW_ID FROM performance_schema.replication_group_member_stats s WHERE s.MEMBER_ID = @@server_uuid)";

/** The cheap read that only triggers the consensus probe. */
export const roleReadStatement =
  "SELECT m.MEMBER_STATE, m.MEMBER_ROLE, @@group_replication_single_primary_mode," +
  " (SELECT COUNT(*) FROM performance_schema.replication_group_members u WHERE u.MEMBER_STATE = 'UNREACHABLE')" +
  ` FROM ${member} WHERE m.MEMBER_ID = @@server_uuid`;

/** Reads a row of {@link roleCheckStatement}; null when it is not one. */
export function parseRoleCheck(row: SqlRow | undefined): RoleCheck | null {
  const [serverUuid, superReadOnly, offlineMode, singlePrimary, connectionId, state, role, viewId] =
    row ?? [];
  if (typeof serverUuid !== "string" || connectionId === null || connectionId === undefined) {
    return null;
  }
  return {
    memberState: parseState(state),
    role: parseRole(role),
    isSinglePrimary: parseFlag(singlePrimary),
    serverUuid,
    // Unknown counts as set: it must not look writable.
    isSuperReadOnly: parseFlag(superReadOnly) ?? true,
    isOfflineMode: parseFlag(offlineMode) ?? true,
    viewId: typeof viewId === "string" ? viewId : "",
    connectionId: String(connectionId),
  };
}

/** Reads the row of {@link roleReadStatement}; no row is a server outside any group. */
export function parseRoleRead(row: SqlRow | undefined): RoleObservation {
  const [state, role, singlePrimary] = row ?? [];
  return {
    memberState: row === undefined ? "OFFLINE" : parseState(state),
    role: parseRole(role),
    singlePrimary: parseFlag(singlePrimary),
  };
}

/** Whether the row of {@link roleReadStatement} shows a member of the group that does not answer the local server. */
export function showsUnreachable(row: SqlRow | undefined): boolean {
  return Number(row?.[3] ?? 0) > 0;
}

/** Why this check is not one of an ONLINE primary that clients may write to; null when it is. */
export function findNotPrimaryReason(check: RoleCheck): NotPrimaryReason | null {
  if (check.memberState !== "ONLINE") {
    return "not-online";
  }
  if (check.isSinglePrimary !== true) {
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

function parseState(value: SqlRow[number] | undefined): RoleObservation["memberState"] {
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

function parseRole(value: SqlRow[number] | undefined): RoleObservation["role"] {
  return value === "PRIMARY" || value === "SECONDARY" ? value : "unknown";
}

function parseFlag(value: SqlRow[number] | undefined): boolean | null {
  if (value === null || value === undefined) {
    return null;
  }
  return value === 1 || value === "1" || value === "ON";
}
