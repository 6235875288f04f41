import { MemberState } from "@primacy/contract";
import {
  type AnsweringServer,
  type CloneSign,
  type GtidState,
  judgeCloning,
  type LogLine,
  transferLogCodes,
} from "@primacy/core/member";
import { z } from "zod";
import type { QueryOptions, ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { readVariables } from "../../mysql/read-variables";
import type { ServerReading } from "../replication-adapter";
import { readGroup } from "./read-group";

const text = z
  .string()
  .nullable()
  .transform((value) => value ?? "");
const GtidRow = z.object({ executed: text, purged: text, received: text });
const CloneRow = z.object({ status: z.string() });
const LogRow = z.object({ code: z.string(), text: z.string() });
const NowRow = z.object({ now: z.string() });
const TransferRow = z.object({ text: z.string() });
const ShareRow = z.object({ copied: z.coerce.number(), total: z.coerce.number() });

/** What one server says of itself as a member, and of its group. */
export interface MemberReading {
  readonly group: ServerReading;
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
  const state = ownState(group);
  const threshold = Number(variables.group_replication_clone_threshold ?? Number.NaN);
  return {
    group,
    server: {
      kind: "answering",
      uuid: group.serverUuid,
      state,
      groupName: group.groupName,
      isBootstrapping: variables.group_replication_bootstrap_group === "ON",
      isOfflineMode: variables.offline_mode === "ON",
      isSuperReadOnly: group.isSuperReadOnly,
      gtids,
      hasClone: await readHasClone(connection, options),
      cloneThreshold: Number.isFinite(threshold) ? threshold : null,
      cloning: await readCloning(connection, state, options),
    },
  };
}

/** A member that was not started since its server was names nobody, itself neither. */
export function ownState({ groupName, serverUuid, view }: ServerReading): MemberState | null {
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

async function readHasClone(connection: ServerConnection, options: QueryOptions): Promise<boolean> {
  const [clone] = await connection.query(
    "SELECT PLUGIN_STATUS AS status FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'clone'",
    options,
  );
  return CloneRow.safeParse(clone).data?.status === "ACTIVE";
}

/**
 * Whether a member's data is being replaced by a donor's now, as its error log tells; unknown where that may not be read
 * and the member could be cloned. Throws `MysqlFailure`.
 */
export async function readCloning(
  connection: ServerConnection,
  state: MemberState | null,
  options: QueryOptions,
): Promise<CloneSign> {
  if (state !== "RECOVERING") return "not_cloning";
  const rows = await whereReadable(() =>
    connection.query(
      "SELECT DATA AS text FROM performance_schema.error_log" +
        ` WHERE ERROR_CODE IN (${transferLogCodes.map(() => "?").join(", ")}) ORDER BY LOGGED DESC LIMIT 1`,
      { ...options, values: [...transferLogCodes] },
    ),
  );
  return judgeCloning(state, {
    hasClone: await readHasClone(connection, options),
    lastTransferLine: TransferRow.safeParse(rows[0]).data?.text ?? null,
  });
}

/** How much of a clone is copied, in bytes. */
export interface CloneShare {
  readonly copied: number;
  readonly total: number;
}

/** How far a clone is; null where the account may not read it, or nothing is known yet. Throws `MysqlFailure`. */
export async function readCloneShare(
  connection: ServerConnection,
  options: QueryOptions,
): Promise<CloneShare | null> {
  const rows = await whereReadable(() =>
    connection.query(
      "SELECT SUM(DATA) AS copied, SUM(GREATEST(ESTIMATE, DATA)) AS total FROM performance_schema.clone_progress",
      options,
    ),
  );
  const share = ShareRow.safeParse(rows[0]).data;
  return share === undefined || share.total === 0 ? null : share;
}

/** No rows of a table that the account may not read, or that the server does not have. */
async function whereReadable<T>(query: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof MysqlFailure && error.code !== "mysql_unreachable") return [];
    throw error;
  }
}

const errorLimit = 100;

/**
 * The warnings and errors of replication in a server's log since an instant of its own clock, oldest first; none where the
 * account may not read them.
 */
export async function readErrors(
  connection: ServerConnection,
  since: string,
  options: QueryOptions,
): Promise<readonly LogLine[]> {
  const rows = await whereReadable(() =>
    connection.query(
      "SELECT ERROR_CODE AS code, DATA AS text FROM performance_schema.error_log" +
        " WHERE LOGGED >= ? AND SUBSYSTEM = 'Repl' AND PRIO IN ('Warning', 'Error')" +
        ` ORDER BY LOGGED LIMIT ${errorLimit}`,
      { ...options, values: [since] },
    ),
  );
  return rows.map((row) => LogRow.parse(row));
}
