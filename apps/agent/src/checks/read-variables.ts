import type { ConfiguredOption } from "@primacy/contract/agent";
import {
  findFileValue,
  fromByteText,
  listServerGroups,
  type OptionReading,
  type ServerStart,
} from "@primacy/core/option-file";
import { MysqlSession, type MysqlSettings } from "../mysql/session";
import { findConfigured, findServerStart, readServerFiles, restartVariables } from "./read-configured";

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
 * server cannot be asked. `configuredForRoot`: what the option files say to root, who may read all of them.
 */
export async function readVariables(
  settings: MysqlSettings | null,
  configuredForRoot: readonly ConfiguredOption[],
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
      const version = found.find(([name]) => name === "version")?.[1] ?? null;
      const files = await readFiles(opened, version, configuredForRoot);
      const configured: [string, string][] = [];
      for (const name of restartVariables) {
        const value = (await findPersisted(opened, name)) ?? files(name);
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

/** What SET PERSIST gave a variable, which counts for more than the option files; null where it gave none. */
async function findPersisted(
  session: MysqlSession,
  name: (typeof restartVariables)[number],
): Promise<string | null> {
  const [persisted] = await session
    .query(
      `SELECT VARIABLE_VALUE FROM performance_schema.persisted_variables WHERE VARIABLE_NAME = '${name}'`,
    )
    .catch(() => []);
  return persisted?.[0] === undefined || persisted[0] === null ? null : String(persisted[0]);
}

/**
 * What the option files give a variable, which a restart of the server uses. The running value says nothing about it: the
 * group or an operator changes that, and its origin is forgotten then.
 */
async function readFiles(
  session: MysqlSession,
  version: string | null,
  forRoot: readonly ConfiguredOption[],
): Promise<(name: string) => string | null> {
  const named = await listNamedFiles(session);
  const start = await findServerStart();
  const reading = await readServerFiles(start, named);
  return (name) => findRestartValue({ start, reading, version, forRoot }, name);
}

/** The option files that the server says it got a value from. Never rejects. */
export async function listNamedFiles(session: MysqlSession): Promise<string[]> {
  const rows = await session
    .query(
      "SELECT DISTINCT VARIABLE_PATH FROM performance_schema.variables_info WHERE VARIABLE_PATH LIKE '/%.cnf'" +
        // That of SET PERSIST ends alike, and is no option file.
        " AND VARIABLE_SOURCE <> 'PERSISTED'",
    )
    .catch(() => []);
  return rows.map((row) => String(row[0]));
}

/** What is known of a server's option files. */
export interface ServerFiles {
  readonly start: ServerStart | null;
  readonly version: string | null;
  /** What this process could read. */
  readonly reading: OptionReading;
  /** What root read, of the usual places alone. */
  readonly forRoot: readonly ConfiguredOption[];
}

/** The value that a variable has after a restart; what root reads counts only where the server reads it too. */
export function findRestartValue(
  { start, version, reading, forRoot }: ServerFiles,
  name: string,
): string | null {
  const groups = listServerGroups(version, start?.groupSuffix);
  const own = findFileValue(reading, groups, name);
  const said = own === null ? null : fromByteText(own);
  const readsUsual = start === null || (!start.readsNone && start.file === null);
  const ofRoot = readsUsual ? findConfigured(forRoot, groups, name) : null;
  const isPartial = reading.visits.some(
    ({ sight, problem }) => sight.kind === "unreadable" || problem?.kind === "folder_unreadable",
  );
  return isPartial ? (ofRoot ?? said) : (said ?? ofRoot);
}
