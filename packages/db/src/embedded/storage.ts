import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findClosedFolder, findServerAccount, type ServerAccount } from "./account";
import { EmbeddedPostgresError } from "./embedded-error";
import { findFileStatus, hasCode } from "./file-status";

/** The files of one embedded server, all below one folder. */
export interface Storage {
  readonly directory: string;
  /** PostgreSQL's own data folder, owned by the server's account. */
  readonly dataPath: string;
  readonly logDirectory: string;
  readonly logPath: string;
  /** Owner-only files of this process's account; the server's account cannot read them. */
  readonly adminPasswordPath: string;
  readonly passwordPath: string;
  readonly portPath: string;
  readonly account: ServerAccount | undefined;
}

/**
 * Makes the folders of an embedded server and decides the account that it runs as. Throws
 * {@link EmbeddedPostgresError} `unreachable_directory` when that account cannot enter the folder.
 */
export async function prepareStorage(requested: string): Promise<Storage> {
  await mkdir(requested, { recursive: true, mode: 0o700 });
  const directory = await realpath(requested);
  const dataPath = join(directory, "data");
  const logDirectory = join(directory, "log");
  const account = await findServerAccount(dataPath);
  if (account) {
    // The server's account must pass through; the folder's own files stay owner-only.
    await chmod(directory, 0o711);
    const closed = await findClosedFolder(directory, account);
    if (closed) {
      throw new EmbeddedPostgresError(
        "unreachable_directory",
        `PostgreSQL may not run as root, and the account it runs as (uid ${account.uid}) cannot enter ${closed}. Choose a data folder elsewhere, for example below /var/lib.`,
      );
    }
  }
  await mkdir(logDirectory, { recursive: true, mode: 0o700 });
  if (account) await chown(logDirectory, account.uid, account.gid);
  return {
    directory,
    dataPath,
    logDirectory,
    logPath: join(logDirectory, "start.log"),
    adminPasswordPath: join(directory, "admin-password"),
    passwordPath: join(directory, "password"),
    portPath: join(directory, "port"),
    account,
  };
}

/**
 * The folder to keep an embedded server in: `preferred`, unless this process is root and PostgreSQL's
 * account could not enter it (a repository below /root); then `fallback`.
 */
export async function chooseStorageDirectory(preferred: string, fallback: string): Promise<string> {
  const path = resolve(preferred);
  const account = await findServerAccount(join(path, "data"));
  if (!account) return path;
  const closed = await findClosedFolder(path, account);
  // The folder itself is opened for passing through when it is prepared; only its parents matter.
  return closed === null || closed === path ? path : resolve(fallback);
}

/** A random password kept in an owner-only file, made at the first call. */
export async function ensurePassword(path: string): Promise<string> {
  const existing = await readFile(path, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  });
  if (existing.length > 0) return existing;
  const password = randomBytes(24).toString("base64url");
  await writeAtomically(path, password, 0o600);
  return password;
}

/** The port used last time, or null. */
export async function findRememberedPort(storage: Storage): Promise<number | null> {
  const text = await readFile(storage.portPath, "utf8").catch(() => "");
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}

/** Remembers the port for the next start. */
export async function rememberPort(storage: Storage, port: number): Promise<void> {
  await writeAtomically(storage.portPath, String(port), 0o644);
}

/** True once the data folder holds a complete database. */
export async function isInitialised(storage: Storage): Promise<boolean> {
  return (await findFileStatus(join(storage.dataPath, "PG_VERSION"))) !== null;
}

/** Replaces a file as a whole: a reader or a crash sees the old text or the new one, never a part. */
export async function writeAtomically(
  path: string,
  text: string,
  mode: number,
  account?: ServerAccount,
): Promise<void> {
  const partial = `${path}.${randomBytes(6).toString("hex")}.partial`;
  try {
    await writeFile(partial, text, { mode, flush: true });
    if (account) await chown(partial, account.uid, account.gid);
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}
