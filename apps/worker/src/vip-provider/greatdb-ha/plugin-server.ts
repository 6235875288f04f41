import { paramsWith, withPort } from "@primacy/contract";
import { quoteLiteral } from "@primacy/core/cluster";
import {
  findVariableRule,
  installStatement,
  type PluginSetting,
  uninstallStatement,
  variablePrefix,
} from "@primacy/core/greatdb-ha";
import type { PluginStepInput } from "@primacy/core/plan";
import { z } from "zod";
import { getAdministrator } from "../../cluster-record/administrator";
import { endpointOf } from "../../cluster-record/load-cluster";
import { connectServer, type QueryOptions, type ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { StepFailure } from "../../operation/failure";
import type { OperationContext } from "../../operation/operation-context";

const IdentityRow = z.object({ server_uuid: z.string() });
const VariableRow = z.object({ name: z.string(), value: z.string().nullable() });
const StatusRow = z.object({ status: z.string() });
const ReadOnlyRow = z.object({ is_super: z.coerce.number() });
const RoleRow = z.object({ role: z.string().nullable() });
const loadLimitMs = 30_000;

type Place = Pick<PluginStepInput, "clusterId" | "memberId" | "hostName">;

/**
 * Acts as administrator on the server of a member, and on no other that has its address. Throws `StepFailure` where no such account
 * was kept or another server answers, `MysqlFailure`, or what `act` throws.
 */
export async function onPluginServer<T>(
  context: OperationContext,
  { clusterId, memberId, hostName }: Place,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const account = await getAdministrator(context, clusterId, null);
  const { members } = await context.worker.db.clusters.get(clusterId);
  const member = members.find(({ id }) => id === memberId);
  if (member === undefined) throw new StepFailure("failure.member_unknown", { params: { name: hostName } });
  const connection = await connectServer(endpointOf(member), account, signal);
  try {
    const [row] = await connection.query("SELECT @@server_uuid AS server_uuid", { signal });
    const actual = IdentityRow.parse(row).server_uuid.toLowerCase();
    const expected = member.serverUuid.toLowerCase();
    if (actual !== expected) {
      const params = { address: withPort(member.address, member.port), actual, expected };
      throw new StepFailure("failure.plugin_other_server", { params });
    }
    return await act(connection);
  } finally {
    connection.close();
  }
}

/** The plugin's variables by their full names; none where it is not loaded. One that is NULL is an empty text. */
export async function readPluginVariables(
  connection: ServerConnection,
  options: QueryOptions,
): Promise<Readonly<Record<string, string>>> {
  return readByPrefix(connection, "global_variables", options);
}

/** What SET PERSIST set of them, which counts for more than every option file. */
export async function readPersisted(
  connection: ServerConnection,
  options: QueryOptions,
): Promise<ReadonlyMap<string, string>> {
  return new Map(Object.entries(await readByPrefix(connection, "persisted_variables", options)));
}

async function readByPrefix(
  connection: ServerConnection,
  table: "global_variables" | "persisted_variables",
  options: QueryOptions,
): Promise<Readonly<Record<string, string>>> {
  const rows = await connection.query(
    `SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value FROM performance_schema.${table}` +
      ` WHERE LEFT(VARIABLE_NAME, ${variablePrefix.length}) = '${variablePrefix}'`,
    options,
  );
  return Object.fromEntries(
    rows.map((row) => {
      const { name, value } = VariableRow.parse(row);
      return [name, value ?? ""] as const;
    }),
  );
}

/** Whether the plugin is loaded, and the server's next start will load it. */
export async function isPluginLoaded(connection: ServerConnection, options: QueryOptions): Promise<boolean> {
  const [row] = await connection.query(
    "SELECT PLUGIN_STATUS AS status FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'greatdb_ha'",
    options,
  );
  return row !== undefined && StatusRow.parse(row).status === "ACTIVE";
}

/** Loads the plugin where it is not loaded. Throws `StepFailure` `plugin_load` with the server's word. */
export async function installPlugin(
  connection: ServerConnection,
  host: string,
  options: QueryOptions,
): Promise<void> {
  if (await isPluginLoaded(connection, options)) return;
  await changePlugins(connection, installStatement, options).catch((error: unknown) => {
    throw explain(error, "failure.plugin_load", host);
  });
}

/** Unloads the plugin where it is loaded. Throws `StepFailure` `plugin_unload` where it is there still. */
export async function uninstallPlugin(
  connection: ServerConnection,
  host: string,
  options: QueryOptions,
): Promise<boolean> {
  if (!(await isPluginLoaded(connection, options))) return false;
  await changePlugins(connection, uninstallStatement, options).catch((error: unknown) => {
    throw explain(error, "failure.plugin_unload", host);
  });
  return true;
}

/**
 * Changes the list of plugins, which a secondary has in a table of its own that is read-only. `read_only` stays on meanwhile, so that
 * no client can write there; nothing of it is replicated.
 */
async function changePlugins(
  connection: ServerConnection,
  statement: string,
  options: QueryOptions,
): Promise<void> {
  await connection.query("SET SESSION sql_log_bin = 0", options);
  const [row] = await connection.query("SELECT @@GLOBAL.super_read_only AS is_super", options);
  if (ReadOnlyRow.parse(row).is_super === 1)
    await connection.query("SET GLOBAL super_read_only = OFF", options);
  try {
    await connection.query(statement, { ...options, timeoutMs: loadLimitMs });
  } finally {
    await closeSecondary(connection, options);
  }
}

/**
 * A secondary is read-only to everybody, also where a worker was ended before it could say so again. One that became the primary
 * meanwhile is not, and is asked again afterwards: it may have become so in between.
 */
async function closeSecondary(connection: ServerConnection, options: QueryOptions): Promise<void> {
  if ((await readRole(connection, options)) !== "SECONDARY") return;
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

/** Sets variables one after the other. Throws `MysqlFailure`. */
export async function setVariables(
  connection: ServerConnection,
  settings: readonly Pick<PluginSetting, "name" | "value">[],
  options: QueryOptions,
): Promise<void> {
  for (const { name, value } of settings)
    await connection.query(`SET GLOBAL ${name} = ${toLiteral(name, value)}`, options);
}

/**
 * The same, but one that the server refuses keeps none behind it from being set: the first refusal is thrown at the end. So a gateway
 * that does not answer leaves no plugin switched off.
 */
export async function setAllVariables(
  connection: ServerConnection,
  settings: readonly Pick<PluginSetting, "name" | "value">[],
  options: QueryOptions,
): Promise<void> {
  let refused: MysqlFailure | null = null;
  for (const setting of settings) {
    try {
      await setVariables(connection, [setting], options);
    } catch (error) {
      if (!(error instanceof MysqlFailure) || error.code !== "mysql_statement") throw error;
      refused ??= error;
    }
  }
  if (refused !== null) throw refused;
}

/** What had no value gets its default again: an empty text is no address. */
function toLiteral(name: string, value: string): string {
  if (value === "") return "DEFAULT";
  const kind = findVariableRule(name)?.rule.kind;
  return kind === "number" ? String(Number(value)) : quoteLiteral(value);
}

function explain(
  error: unknown,
  code: "failure.plugin_load" | "failure.plugin_unload",
  host: string,
): unknown {
  if (!(error instanceof MysqlFailure)) return error;
  const params = paramsWith({ host }, { reason: error.explanation });
  return new StepFailure(code, { params, retryable: error.retryable, cause: error });
}

/** That a server has a variable otherwise than it should. */
export function tellDeviation(
  host: string,
  { name, value, actual, isReadOnly }: PluginSetting & { readonly actual: string | null },
): StepFailure {
  const params = { host, name, value, actual: actual ?? "-" };
  return new StepFailure(isReadOnly ? "failure.plugin_setting_unread" : "failure.plugin_setting", { params });
}

/** What is done where an address stays; the label that it has in the kernel goes with it. */
export function releaseCommand(address: string, prefixLength: number, nic: string): string {
  return `ip address del ${address}/${prefixLength} dev ${nic}`;
}
