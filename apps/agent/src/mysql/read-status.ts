import { type Message, quote } from "@primacy/contract";
import type { MysqlReach, MysqlStatus } from "@primacy/contract/agent";
import type { RoleObservation } from "@primacy/core/vip";
import { type JsonValues, parseJsonRow, readArray, readNumber, readText } from "./json-row";
import { type RoleCheck, readRoleCheck, roleCheckValues } from "./read-role";
import type { SqlRow } from "./session";

const channel = "group_replication_applier";

/**
 * Everything for the picture, in one statement. It names only tables and columns that every server since 8.0 has, and
 * reads each value by its place, so that what later versions add changes nothing. The lag compares two instants of the primary's clock
 * (last transaction received, last one applied), never the clocks of two hosts.
 */
export const statusStatement = `SELECT JSON_ARRAY(${[
  `JSON_ARRAY(${roleCheckValues})`,
  "VERSION()",
  "@@version_comment",
  "@@global.gtid_executed",
  "(SELECT JSON_ARRAYAGG(JSON_ARRAY(g.MEMBER_ID, g.MEMBER_HOST, g.MEMBER_PORT, g.MEMBER_STATE, g.MEMBER_ROLE," +
    " g.MEMBER_VERSION)) FROM performance_schema.replication_group_members g WHERE g.MEMBER_ID <> '')",
  "(SELECT JSON_ARRAY(q.COUNT_TRANSACTIONS_IN_QUEUE, q.COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE)" +
    " FROM performance_schema.replication_group_member_stats q WHERE q.MEMBER_ID = @@server_uuid)",
  "(SELECT TIMESTAMPDIFF(MICROSECOND, MAX(w.LAST_APPLIED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP)," +
    " MAX(c.LAST_QUEUED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP))" +
    " FROM performance_schema.replication_connection_status c" +
    " JOIN performance_schema.replication_applier_status_by_worker w USING (CHANNEL_NAME)" +
    ` WHERE CHANNEL_NAME = '${channel}' AND c.LAST_QUEUED_TRANSACTION <> '')`,
].join(", ")})`;

/** What one answer to {@link statusStatement} says. */
export interface ServerAnswer {
  readonly status: MysqlStatus;
  readonly role: RoleObservation;
  /** Who built the server, in its own words; empty where it does not say. */
  readonly build: string;
}

/** How much of an answer that cannot be read is shown. */
const shownLength = 120;

/**
 * Reads the row of {@link statusStatement}. Of one that is none the status says so, with the server up and its role
 * unknown: an empty picture would pass for a server outside any group.
 */
export function parseStatus(row: SqlRow | undefined, nowMs: number): ServerAnswer {
  const [check, version, build, gtidExecuted, members, queues, lag] = parseJsonRow(row) ?? [];
  const role = readRoleCheck(readArray(check));
  if (role === null) {
    const shown = String(row?.[0] ?? "-").slice(0, shownLength);
    const error = quote(shown);
    return { build: "", role: observeRole(null), status: unreachableStatus("up", error, nowMs) };
  }
  const [certifyQueue, applyQueue] = readArray(queues) ?? [];
  return {
    build: readText(build) ?? "",
    role: observeRole(role),
    status: {
      ...unreachableStatus("up", null, nowMs),
      serverUuid: role.serverUuid,
      version: readText(version),
      memberState: role.memberState,
      memberRole: role.role === "unknown" ? null : role.role,
      viewId: role.viewId === "" ? null : role.viewId,
      isSinglePrimary: role.isSinglePrimary,
      isSuperReadOnly: role.isSuperReadOnly,
      isOfflineMode: role.isOfflineMode,
      members: readMembers(members),
      certifyQueue: readNumber(certifyQueue),
      applyQueue: readNumber(applyQueue),
      appliedLagMs: role.role === "PRIMARY" ? 0 : readLag(lag),
      gtidExecuted: readText(gtidExecuted)?.replaceAll(/\s/g, "") ?? null,
    },
  };
}

function observeRole(check: RoleCheck | null): RoleObservation {
  return check === null
    ? { memberState: "unknown", role: "unknown", singlePrimary: null }
    : { memberState: check.memberState, role: check.role, singlePrimary: check.isSinglePrimary };
}

/** Ordered by server: the server's own order is that of no promise. */
function readMembers(value: unknown): MysqlStatus["members"] {
  const rows: readonly JsonValues[] = (readArray(value) ?? []).map((row) => readArray(row) ?? []);
  return rows
    .map(([serverUuid, host, port, state, role, version]) => ({
      serverUuid: readText(serverUuid) ?? "",
      host: readText(host) ?? "",
      port: readNumber(port) ?? 0,
      state: readText(state) ?? "",
      role: readText(role) ?? "",
      version: readText(version) ?? "",
    }))
    .sort((a, b) => (a.serverUuid < b.serverUuid ? -1 : 1));
}

/** The status of a server that cannot be asked. */
export function unreachableStatus(reach: MysqlReach, error: Message | null, nowMs: number): MysqlStatus {
  return {
    reach,
    error,
    observedMonotonicMs: nowMs,
    serverUuid: null,
    version: null,
    memberState: null,
    memberRole: null,
    viewId: null,
    isSinglePrimary: null,
    isSuperReadOnly: null,
    isOfflineMode: null,
    members: [],
    certifyQueue: null,
    applyQueue: null,
    appliedLagMs: null,
    gtidExecuted: null,
  };
}

/** Workers that never applied anything have the zero date, for which the server computes NULL. */
function readLag(value: unknown): number | null {
  const microseconds = readNumber(value);
  return microseconds === null ? null : Math.max(0, microseconds / 1000);
}
