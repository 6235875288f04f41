import { MysqlSession, type MysqlSettings } from "../mysql/session";
import { findConfiguredValue } from "./option-files";
import { restartVariables } from "./read-configured";

const timeoutMs = 3000;
const variables = [
  "hostname",
  "version",
  "version_comment",
  "report_host",
  "bind_address",
  "port",
  "admin_address",
  "admin_port",
  "sync_binlog",
  "innodb_flush_log_at_trx_commit",
  "max_connections",
  "datadir",
];

const variablesStatement =
  "SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.global_variables" +
  ` WHERE VARIABLE_NAME IN (${variables.map((name) => `'${name}'`).join(", ")})` +
  " OR VARIABLE_NAME LIKE 'group\\_replication\\_%' OR VARIABLE_NAME LIKE 'greatdb\\_ha%'";
/** What is counted, not set, beside them. */
const statusStatement =
  "SELECT CONCAT(LOWER(VARIABLE_NAME), '@status'), VARIABLE_VALUE FROM performance_schema.global_status" +
  " WHERE VARIABLE_NAME = 'Threads_connected'";
/** Recovery credentials and the like are nobody's business here. */
const secretName = /password|_user$|recovery_ssl|public_key/;

/**
 * The local server's variables that checks need, by name, and what it counts, by its name with `@status`; empty where the
 * server cannot be asked. `configuredForRoot`: what the option files say that only root may read.
 */
export async function readVariables(
  settings: MysqlSettings | null,
  configuredForRoot: Readonly<Record<string, string | null>>,
): Promise<Record<string, string>> {
  if (settings === null) {
    return {};
  }
  let session: MysqlSession | null = null;
  try {
    session = await MysqlSession.open(settings, { timeoutMs, setup: [] });
    const opened = session;
    const limit = setTimeout(() => opened.destroy(), timeoutMs);
    try {
      const counted = await opened.query(statusStatement).catch(() => []);
      const rows = [...(await opened.query(variablesStatement)), ...counted];
      const found = rows.flatMap(([name, value]): [string, string][] =>
        name === null || name === undefined || secretName.test(String(name))
          ? []
          : [[String(name), value === null || value === undefined ? "" : String(value)]],
      );
      const configured: [string, string][] = [];
      for (const name of restartVariables) {
        const value = (await findRestartValue(opened, name)) ?? configuredForRoot[name] ?? null;
        if (value !== null) {
          configured.push([`${name}@configured`, value]);
        }
      }
      return { ...Object.fromEntries(found), ...Object.fromEntries(configured) };
    } finally {
      clearTimeout(limit);
    }
  } catch {
    return {};
  } finally {
    session?.destroy();
  }
}

/**
 * What a variable will be after a restart; null where neither the persisted settings nor an option file names it. The
 * running value says nothing about it: the group or an operator changes that, and its origin is forgotten then.
 */
async function findRestartValue(
  session: MysqlSession,
  name: (typeof restartVariables)[number],
): Promise<string | null> {
  const [persisted] = await session
    .query(
      `SELECT VARIABLE_VALUE FROM performance_schema.persisted_variables WHERE VARIABLE_NAME = '${name}'`,
    )
    .catch(() => []);
  if (persisted?.[0] !== undefined && persisted[0] !== null) {
    return String(persisted[0]);
  }
  const files = await session
    .query(
      "SELECT DISTINCT VARIABLE_PATH FROM performance_schema.variables_info WHERE VARIABLE_PATH LIKE '/%.cnf'",
    )
    .catch(() => []);
  return findConfiguredValue(
    name,
    files.map((row) => String(row[0])),
  );
}
