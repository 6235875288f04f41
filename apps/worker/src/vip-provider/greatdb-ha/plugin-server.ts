import { withPort } from "@primacy/contract";
import { quoteLiteral } from "@primacy/core/cluster";
import { findVariableRule, type PluginSetting, variablePrefix } from "@primacy/core/greatdb-ha";
import type { PluginStepInput } from "@primacy/core/plan";
import { z } from "zod";
import { type AccountContext, getAdministrator } from "../../cluster-record/administrator";
import { endpointOf } from "../../cluster-record/load-cluster";
import { connectServer, type QueryOptions, type ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { readByPrefix } from "../../mysql/read-by-prefix";
import { StepFailure } from "../../operation/failure";

const IdentityRow = z.object({ server_uuid: z.string() });

type Place = Pick<PluginStepInput, "clusterId" | "memberId" | "hostName">;

/**
 * Acts as administrator on the server of a member, and on no other that has its address. Throws `StepFailure` where no such account
 * was kept or another server answers, `MysqlFailure`, or what `act` throws.
 */
export async function onPluginServer<T>(
  context: AccountContext,
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
  return readByPrefix(connection, "global_variables", variablePrefix, options);
}

/** What SET PERSIST set of them, which counts for more than every option file. */
export async function readPersisted(
  connection: ServerConnection,
  options: QueryOptions,
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    Object.entries(await readByPrefix(connection, "persisted_variables", variablePrefix, options)),
  );
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
