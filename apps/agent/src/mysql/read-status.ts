import type { MysqlReach, MysqlStatus } from "@primacy/contract/agent";
import type { RoleObservation } from "@primacy/core/vip";
import { parseRoleCheck, roleCheckStatement } from "./read-role";
import type { SqlRow } from "./session";

const channel = "group_replication_applier";

/**
 * Everything for the picture, in one round trip. The lag compares two instants of the primary's clock
 * (last transaction received, last one applied), never the clocks of two hosts.
 */
export const statusStatements = [
  roleCheckStatement,
  "SELECT VERSION(), @@global.gtid_executed, @@version_comment",
  "SELECT MEMBER_ID, MEMBER_HOST, MEMBER_PORT, MEMBER_STATE, MEMBER_ROLE, MEMBER_VERSION" +
    " FROM performance_schema.replication_group_members WHERE MEMBER_ID <> '' ORDER BY MEMBER_ID",
  "SELECT COUNT_TRANSACTIONS_IN_QUEUE, COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE" +
    " FROM performance_schema.replication_group_member_stats WHERE MEMBER_ID = @@server_uuid",
  "SELECT TIMESTAMPDIFF(MICROSECOND, MAX(w.LAST_APPLIED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP)," +
    " MAX(c.LAST_QUEUED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP))" +
    " FROM performance_schema.replication_connection_status c" +
    " JOIN performance_schema.replication_applier_status_by_worker w USING (CHANNEL_NAME)" +
    ` WHERE CHANNEL_NAME = '${channel}' AND c.LAST_QUEUED_TRANSACTION <> ''`,
].join("; ");

/** Builds the status from the answers to {@link statusStatements}. */
export function parseStatus(results: readonly (readonly SqlRow[])[], nowMs: number): MysqlStatus {
  const [roleRows = [], serverRows = [], memberRows = [], statsRows = [], lagRows = []] = results;
  const role = parseRoleCheck(roleRows[0]);
  const [version, gtidExecuted] = serverRows[0] ?? [];
  const [certifyQueue, applyQueue] = statsRows[0] ?? [];
  const isPrimary = role?.role === "PRIMARY";
  return {
    ...unreachableStatus("up", null, nowMs),
    serverUuid: role?.serverUuid ?? null,
    version: readText(version),
    memberState: role === null ? null : role.memberState,
    memberRole: role === null || role.role === "unknown" ? null : role.role,
    viewId: role === null || role.viewId === "" ? null : role.viewId,
    isSinglePrimary: role?.isSinglePrimary ?? null,
    isSuperReadOnly: role?.isSuperReadOnly ?? null,
    isOfflineMode: role?.isOfflineMode ?? null,
    members: memberRows.map((row) => ({
      serverUuid: readText(row[0]) ?? "",
      host: readText(row[1]) ?? "",
      port: readNumber(row[2]) ?? 0,
      state: readText(row[3]) ?? "",
      role: readText(row[4]) ?? "",
      version: readText(row[5]) ?? "",
    })),
    certifyQueue: readNumber(certifyQueue),
    applyQueue: readNumber(applyQueue),
    appliedLagMs: isPrimary ? 0 : readLag(lagRows[0]?.[0]),
    gtidExecuted: readText(gtidExecuted)?.replaceAll(/\s/g, "") ?? null,
  };
}

/** The role in the answers to {@link statusStatements}. */
export function parseRoleOf(results: readonly (readonly SqlRow[])[]): RoleObservation {
  const check = parseRoleCheck(results[0]?.[0]);
  return check === null
    ? { memberState: "unknown", role: "unknown", singlePrimary: null }
    : { memberState: check.memberState, role: check.role, singlePrimary: check.isSinglePrimary };
}

/** Who built the server, in its own words, in the answers to {@link statusStatements}; empty where it does not say. */
export function parseBuild(results: readonly (readonly SqlRow[])[]): string {
  return readText(results[1]?.[0]?.[2]) ?? "";
}

/** The status of a server that cannot be asked. */
export function unreachableStatus(reach: MysqlReach, error: string | null, nowMs: number): MysqlStatus {
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

function readText(value: SqlRow[number] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function readNumber(value: SqlRow[number] | undefined): number | null {
  const text = readText(value);
  return text === null || !Number.isFinite(Number(text)) ? null : Number(text);
}

/** Workers that never applied anything have the zero date, for which the server computes NULL. */
function readLag(value: SqlRow[number] | undefined): number | null {
  const microseconds = readNumber(value);
  return microseconds === null ? null : Math.max(0, microseconds / 1000);
}
