import { MysqlSession, type MysqlSettings } from "../mysql/session";
import { findConfiguredValue } from "./option-files";

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
];

const variablesStatement =
  "SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.global_variables" +
  ` WHERE VARIABLE_NAME IN (${variables.map((name) => `'${name}'`).join(", ")})` +
  " OR VARIABLE_NAME LIKE 'group\\_replication\\_%' OR VARIABLE_NAME LIKE 'greatdb\\_ha%'";
/** Recovery credentials and the like are nobody's business here. */
const secretName = /password|_user$|recovery_ssl|public_key/;

/** The local server's variables that checks need, by name; empty where the server cannot be asked. */
export async function readVariables(settings: MysqlSettings | null): Promise<Record<string, string>> {
  if (settings === null) {
    return {};
  }
  let session: MysqlSession | null = null;
  try {
    session = await MysqlSession.open(settings, { timeoutMs, setup: [] });
    const opened = session;
    const limit = setTimeout(() => opened.destroy(), timeoutMs);
    try {
      const rows = await opened.query(variablesStatement);
      const found = rows.flatMap(([name, value]): [string, string][] =>
        name === null || name === undefined || secretName.test(String(name))
          ? []
          : [[String(name), value === null || value === undefined ? "" : String(value)]],
      );
      const configured = await findRestartValue(opened);
      return {
        ...Object.fromEntries(found),
        ...(configured === null ? {} : { "super_read_only@configured": configured }),
      };
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
 * What `super_read_only` will be after a restart. The running value says nothing about it: the group
 * changes that, and its origin is forgotten with the first change.
 */
async function findRestartValue(session: MysqlSession): Promise<string | null> {
  const [persisted] = await session
    .query(
      "SELECT VARIABLE_VALUE FROM performance_schema.persisted_variables WHERE VARIABLE_NAME = 'super_read_only'",
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
    "super_read_only",
    files.map((row) => String(row[0])),
  );
}
