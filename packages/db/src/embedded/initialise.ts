import { appendFile, chown, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries";
import { EmbeddedPostgresError } from "./embedded-error";
import { runServerCommand, type ServerCommand } from "./server-command";
import { isInitialised, type Storage, writeAtomically } from "./storage";

const SETTINGS_FILE = "primacy.conf";

/** The superuser of an embedded server; the console itself connects as {@link APPLICATION_ROLE}. */
export const ADMIN_ROLE = "postgres";
/** The role that the console connects as: owner of its database, no superuser. */
export const APPLICATION_ROLE = "primacy";

/**
 * Makes the data folder when there is none, whole or not at all: it appears under its final name only
 * when it is complete. Throws {@link EmbeddedPostgresError} `version_mismatch` when an existing folder
 * was made by another major version.
 */
export async function initialise(
  storage: Storage,
  command: ServerCommand,
  adminPassword: string,
): Promise<void> {
  if (await isInitialised(storage)) return checkVersion(storage, command.binaries);
  const partial = `${storage.dataPath}.partial`;
  const passwordFile = join(storage.logDirectory, "initial-password");
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  if (storage.account) await chown(partial, storage.account.uid, storage.account.gid);
  try {
    await writeAtomically(passwordFile, adminPassword, 0o600, storage.account);
    // Nothing of value is in the folder yet, so it need not reach the disk before it is used.
    await runServerCommand(command, "initdb", [
      `--pgdata=${partial}`,
      `--username=${ADMIN_ROLE}`,
      "--encoding=UTF8",
      "--locale=C",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--no-sync",
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await appendFile(join(partial, "postgresql.conf"), `\ninclude_if_exists '${SETTINGS_FILE}'\n`);
  await rename(partial, storage.dataPath);
}

async function checkVersion(storage: Storage, binaries: Binaries): Promise<void> {
  const version = (await readFile(join(storage.dataPath, "PG_VERSION"), "utf8")).trim();
  if (version === binaries.majorVersion) return;
  throw new EmbeddedPostgresError(
    "version_mismatch",
    `${storage.dataPath} was made by PostgreSQL ${version}, but the bundled server is ${binaries.majorVersion}. Start the release of Primacy that made it, or choose another data folder.`,
  );
}

/**
 * Writes the server's settings. They live in a file rather than on a command line, so that a path or a
 * port never passes through a shell. Durability (`fsync`, `synchronous_commit`) keeps its safe default.
 */
export async function writeSettings(storage: Storage, port: number): Promise<void> {
  const settings: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 100,
    shared_buffers: "64MB",
    max_wal_size: "512MB",
    // One process less each for three I/O workers that a database of this size never needs.
    io_method: "sync",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    logging_collector: "on",
    log_directory: storage.logDirectory,
    // One file a weekday, emptied when its day comes round again: the log is bounded.
    log_filename: "postgresql-%a.log",
    log_rotation_age: "1d",
    log_rotation_size: 0,
    log_truncate_on_rotation: "on",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quoteSetting(value)}`);
  await writeAtomically(
    join(storage.dataPath, SETTINGS_FILE),
    `${lines.join("\n")}\n`,
    0o600,
    storage.account,
  );
}

function quoteSetting(value: string | number): string {
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
