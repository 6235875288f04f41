import { message, paramsWith } from "@primacy/contract";
import {
  installStatement,
  isLeaving,
  isLoaded,
  isPresent,
  isToBeReadOnly,
  type PluginStand,
  statementsToLoad,
  statementsToUnload,
  uninstallStatement,
} from "@primacy/core/greatdb-ha";
import { z } from "zod";
import type { QueryOptions, ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";

const StandRow = z.object({ status: z.string().nullable(), listed: z.coerce.number() });
const CountRow = z.object({ count: z.coerce.number() });
const ReadOnlyRow = z.object({ is_super: z.coerce.number() });
const RoleRow = z.object({ role: z.string().nullable() });

const changeLimitMs = 30_000;
/** For a change whose client is gone, and for sessions that still use what is unloaded. */
const settleLimitMs = 20_000;
const everyMs = 200;
/** What a lease leaves after its end was foreseen: another worker may act only later. */
const lateLimitMs = 1_800;

/** Acts on one server as its administrator, each time over a connection of its own. Throws what `act` throws, or `MysqlFailure`. */
export type OnServer = <T>(
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
) => Promise<T>;

/** A server whose plugins are changed, and whether it was read-only to everybody before any of it. */
export interface ChangedServer {
  readonly onServer: OnServer;
  readonly hostName: string;
  readonly wasReadOnly: boolean;
}

type FailureCode = "failure.plugin_load" | "failure.plugin_unload";

/** Where the server has the plugin now. Throws `MysqlFailure`. */
export async function findStand(connection: ServerConnection, options: QueryOptions): Promise<PluginStand> {
  const [row] = await connection.query(
    "SELECT (SELECT PLUGIN_STATUS FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'greatdb_ha') AS status," +
      " (SELECT COUNT(*) FROM mysql.plugin WHERE name = 'greatdb_ha') AS listed",
    options,
  );
  const { status, listed } = StandRow.parse(row);
  return { status, isListed: listed > 0 };
}

/** Whether the server is read-only to everybody now. Throws `MysqlFailure`. */
export async function isSuperReadOnly(connection: ServerConnection, options: QueryOptions): Promise<boolean> {
  const [row] = await connection.query("SELECT @@GLOBAL.super_read_only AS is_super", options);
  return ReadOnlyRow.parse(row).is_super === 1;
}

/** Loads the plugin where it is not loaded. Throws `StepFailure` `plugin_load` with the server's word. */
export async function installPlugin(server: ChangedServer, signal: AbortSignal): Promise<void> {
  await changePlugins(server, "failure.plugin_load", signal, async (connection) => {
    const before = await findSettled(connection, signal);
    if (isLeaving(before)) throw failStand(server, "failure.plugin_load", before);
    await runOpened(connection, statementsToLoad(before), signal);
    const after = await findStand(connection, { signal });
    if (!isLoaded(after)) throw failStand(server, "failure.plugin_load", after);
  });
}

/** Unloads the plugin where it is there; whether it was. Throws `StepFailure` `plugin_unload` where it is there still. */
export async function uninstallPlugin(server: ChangedServer, signal: AbortSignal): Promise<boolean> {
  return changePlugins(server, "failure.plugin_unload", signal, async (connection) => {
    const before = await findSettled(connection, signal);
    if (isLeaving(before)) throw failStand(server, "failure.plugin_unload", before);
    await runOpened(connection, statementsToUnload(before), signal);
    const after = await findSettled(connection, signal);
    if (isPresent(after)) throw failStand(server, "failure.plugin_unload", after);
    return isPresent(before);
  });
}

/**
 * Acts, and has the server as read-only afterwards as it has to be: also where nothing had to be changed, for a worker before this one
 * may have ended in the middle, and where `signal` has ended this attempt and its connection.
 */
async function changePlugins<T>(
  { onServer, hostName, wasReadOnly }: ChangedServer,
  code: FailureCode,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  try {
    return await onServer(signal, act).catch((error: unknown) => {
      throw explain(error, code, hostName);
    });
  } finally {
    const late = outlast(signal, lateLimitMs);
    await onServer(late, (connection) => closeServer(connection, wasReadOnly, { signal: late }));
  }
}

/**
 * Changes the list of plugins, which a secondary has in a table of its own that is read-only. `read_only` stays on meanwhile, so that
 * no client can write there; nothing of it is replicated.
 */
async function runOpened(
  connection: ServerConnection,
  statements: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (statements.length === 0) return;
  const options = { signal };
  await connection.query("SET SESSION sql_log_bin = 0", options);
  if (await isSuperReadOnly(connection, options))
    await connection.query("SET GLOBAL super_read_only = OFF", options);
  for (const statement of statements)
    await connection.query(statement, { ...options, timeoutMs: changeLimitMs });
}

/** One that became the primary meanwhile is asked again afterwards: it may have become so in between. */
async function closeServer(
  connection: ServerConnection,
  wasReadOnly: boolean,
  options: QueryOptions,
): Promise<void> {
  if (!isToBeReadOnly(await readRole(connection, options), wasReadOnly)) return;
  await connection.query("SET GLOBAL super_read_only = ON", options);
  if ((await readRole(connection, options)) !== "PRIMARY") return;
  await connection.query("SET GLOBAL super_read_only = OFF", options);
  await connection.query("SET GLOBAL read_only = OFF", options);
}

async function readRole(connection: ServerConnection, options: QueryOptions): Promise<string | null> {
  const [row] = await connection.query(
    "SELECT MEMBER_ROLE AS role FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid",
    options,
  );
  return row === undefined ? null : RoleRow.parse(row).role;
}

/**
 * Where the server has the plugin once no session is at loading or unloading it any more: a server carries a statement to its end
 * whose client is gone. One that is still used after 20 s is returned as it is then.
 */
async function findSettled(connection: ServerConnection, signal: AbortSignal): Promise<PluginStand> {
  const options = { everyMs, limitMs: settleLimitMs, signal };
  const isQuiet = await poll(options, async () =>
    (await countChanges(connection, signal)) === 0 ? true : null,
  );
  if (isQuiet === null) {
    const reason = message("why.no_answer_within", { limitMs: settleLimitMs });
    throw new MysqlFailure("mysql_unreachable", connection.server, paramsWith({}, { reason }));
  }
  const settled = await poll(options, async () => {
    const stand = await findStand(connection, { signal });
    return isLeaving(stand) ? null : stand;
  });
  return settled ?? findStand(connection, { signal });
}

async function countChanges(connection: ServerConnection, signal: AbortSignal): Promise<number> {
  const [row] = await connection.query(
    "SELECT COUNT(*) AS count FROM performance_schema.threads WHERE PROCESSLIST_INFO IN (?, ?)",
    { signal, values: [installStatement, uninstallStatement] },
  );
  return CountRow.parse(row).count;
}

/** Aborts a while after another does. */
function outlast(signal: AbortSignal, byMs: number): AbortSignal {
  const late = new AbortController();
  const begin = (): void => void setTimeout(() => late.abort(signal.reason), byMs).unref();
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return late.signal;
}

function failStand({ hostName: host }: ChangedServer, code: FailureCode, stand: PluginStand): StepFailure {
  const reason = message("problem.plugin_status", { shownAs: stand.status ?? "-" });
  return new StepFailure(code, { params: paramsWith({ host }, { reason }), retryable: isLeaving(stand) });
}

function explain(error: unknown, code: FailureCode, host: string): unknown {
  if (!(error instanceof MysqlFailure)) return error;
  const params = paramsWith({ host }, { reason: error.explanation });
  return new StepFailure(code, { params, retryable: error.retryable, cause: error });
}
