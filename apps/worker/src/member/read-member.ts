import { MemberState } from "@primacy/contract";
import type { AnsweringServer, GtidState, LogLine } from "@primacy/core/member";
import { z } from "zod";
import type { QueryOptions, ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { type GroupReading, readGroup, readVariables } from "../mysql/read-group";

const text = z
  .string()
  .nullable()
  .transform((value) => value ?? "");
const GtidRow = z.object({ executed: text, purged: text, received: text });
const CloneRow = z.object({ status: z.string() });
const LogRow = z.object({ code: z.string(), text: z.string() });
const NowRow = z.object({ now: z.string() });

/** What one server says of itself as a member, and of its group. */
export interface MemberReading {
  readonly group: GroupReading;
  readonly server: AnsweringServer;
}

/** Reads a server as a member. Throws `MysqlFailure`. */
export async function readMember(
  connection: ServerConnection,
  options: QueryOptions,
): Promise<MemberReading> {
  const gtids = await readGtids(connection, options);
  const group = await readGroup(connection, options);
  const variables = await readVariables(
    connection,
    ["group_replication_bootstrap_group", "group_replication_clone_threshold", "offline_mode"],
    options,
  );
  const [clone] = await connection.query(
    "SELECT PLUGIN_STATUS AS status FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'clone'",
    options,
  );
  const threshold = Number(variables.group_replication_clone_threshold ?? Number.NaN);
  return {
    group,
    server: {
      kind: "answering",
      state: ownState(group),
      groupName: group.groupName,
      isBootstrapping: variables.group_replication_bootstrap_group === "ON",
      isOfflineMode: variables.offline_mode === "ON",
      isSuperReadOnly: group.isSuperReadOnly,
      gtids,
      hasClone: CloneRow.safeParse(clone).data?.status === "ACTIVE",
      cloneThreshold: Number.isFinite(threshold) ? threshold : null,
    },
  };
}

/** A member that was not started since its server was names nobody, itself neither. */
export function ownState({ groupName, serverUuid, view }: GroupReading): MemberState | null {
  if (groupName === null) return null;
  const own = view.members.find((one) => one.serverUuid === serverUuid);
  return MemberState.safeParse(own?.state ?? "OFFLINE").data ?? "OFFLINE";
}

/** Reads what a server has executed, received from the group, and purged. Throws `MysqlFailure`. */
export async function readGtids(connection: ServerConnection, options: QueryOptions): Promise<GtidState> {
  const [row] = await connection.query(
    "SELECT @@global.gtid_executed AS executed, @@global.gtid_purged AS purged, (" +
      "SELECT RECEIVED_TRANSACTION_SET FROM performance_schema.replication_connection_status" +
      " WHERE CHANNEL_NAME = 'group_replication_applier') AS received",
    options,
  );
  return GtidRow.parse(row);
}

/** The server's clock, as `readErrors` takes it. */
export async function readNow(connection: ServerConnection, options: QueryOptions): Promise<string> {
  const [row] = await connection.query("SELECT CAST(SYSDATE(6) AS CHAR) AS now", options);
  return NowRow.parse(row).now;
}

const errorLimit = 100;

/**
 * The warnings and errors of replication in a server's log since an instant of its own clock, oldest first; none where the
 * account may not read them, as one that was made by an older version.
 */
export async function readErrors(
  connection: ServerConnection,
  since: string,
  options: QueryOptions,
): Promise<readonly LogLine[]> {
  try {
    const rows = await connection.query(
      "SELECT ERROR_CODE AS code, DATA AS text FROM performance_schema.error_log" +
        " WHERE LOGGED >= ? AND SUBSYSTEM = 'Repl' AND PRIO IN ('Warning', 'Error')" +
        ` ORDER BY LOGGED LIMIT ${errorLimit}`,
      { ...options, values: [since] },
    );
    return rows.map((row) => LogRow.parse(row));
  } catch (error) {
    if (error instanceof MysqlFailure && error.code !== "mysql_unreachable") return [];
    throw error;
  }
}
