import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFileStatus, hasCode } from "../files/file-status";
import { findClosedFolder, findServerAccount, type ServerAccount } from "./account";
import { EmbeddedPostgresError } from "./embedded-error";

/** The files of one embedded server. */
export interface Storage {
  readonly directory: string;
  /** Where the server's account works: the same folder, or one that it can enter. */
  readonly serverDirectory: string;
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
 * Makes the folders of an embedded server and decides the account that it runs as. Passwords and port are
 * kept in `requested`. So is the data, unless this process is root and PostgreSQL's account could not
 * enter the folder (a repository below /root): then it is kept below `outside`, and the file `location`
 * says where. Throws {@link EmbeddedPostgresError} `unreachable_directory` when neither can be entered.
 */
export async function prepareStorage(requested: string, outside: string): Promise<Storage> {
  await mkdir(requested, { recursive: true, mode: 0o700 });
  const directory = await realpath(requested);
  const serverDirectory = await findServerDirectory(directory, outside);
  const dataPath = join(serverDirectory, "data");
  const logDirectory = join(serverDirectory, "log");
  const account = await findServerAccount(dataPath);
  await mkdir(logDirectory, { recursive: true, mode: 0o700 });
  if (account) await chown(logDirectory, account.uid, account.gid);
  return {
    directory,
    serverDirectory,
    dataPath,
    logDirectory,
    logPath: join(logDirectory, "start.log"),
    adminPasswordPath: join(directory, "admin-password"),
    passwordPath: join(directory, "password"),
    portPath: join(directory, "port"),
    account,
  };
}

/** The folder that the server's account works in, made so that it can pass through. */
async function findServerDirectory(directory: string, outside: string): Promise<string> {
  const account = await findServerAccount(join(directory, "data"));
  if (!account) return directory;
  const locationPath = join(directory, "location");
  const location = (await readFile(locationPath, "utf8").catch(() => "")).trim();
  const chosen = location === "" ? await chooseServerDirectory(directory, outside, account) : location;
  const closed = await findClosedFolder(chosen, account);
  if (closed !== null) {
    throw new EmbeddedPostgresError(
      "unreachable_directory",
      `PostgreSQL may not run as root, and the account it runs as (uid ${account.uid}) cannot enter ${closed}. Let other accounts pass through it (chmod o+x), or choose another data folder.`,
    );
  }
  if (location === "" && chosen !== directory) await writeAtomically(locationPath, `${chosen}\n`, 0o600);
  return chosen;
}

/** Data that is there already stays where it is, even if it cannot be entered any more. */
async function chooseServerDirectory(
  directory: string,
  outside: string,
  account: ServerAccount,
): Promise<string> {
  // The folder's own files stay owner-only.
  await chmod(directory, 0o711);
  const isReachable = (await findClosedFolder(directory, account)) === null;
  if (isReachable || (await findFileStatus(join(directory, "data")))) return directory;
  // A random name: a folder that is made anew does not meet the data of one that was deleted.
  const chosen = join(outside, `postgres-${randomBytes(6).toString("hex")}`);
  await mkdir(chosen, { recursive: true, mode: 0o711 });
  return chosen;
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
