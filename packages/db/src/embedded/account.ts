import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { findFileStatus } from "../files/file-status";

/** The operating-system account that PostgreSQL runs as; `undefined` means the account of this process. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

const FALLBACK_ACCOUNT: ServerAccount = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root. As root, the account is the owner of an existing data folder
 * (so that a data folder never changes hands), else `nobody`, which every Linux has.
 */
export async function findServerAccount(dataPath: string): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await findFileStatus(dataPath);
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  return readNobody();
}

async function readNobody(): Promise<ServerAccount> {
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  const fields = passwd
    .split("\n")
    .find((line) => line.startsWith("nobody:"))
    ?.split(":");
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : FALLBACK_ACCOUNT;
}

/**
 * The first folder on the way to `path` that `account` may not enter, or null. Only folders that
 * exist are looked at; access control lists are not.
 */
export async function findClosedFolder(path: string, account: ServerAccount): Promise<string | null> {
  const parent = dirname(path);
  if (parent !== path) {
    const closed = await findClosedFolder(parent, account);
    if (closed) return closed;
  }
  const status = await stat(path).catch(() => null);
  if (!status?.isDirectory()) return null;
  if (status.uid === account.uid) return status.mode & 0o100 ? null : path;
  if (status.gid === account.gid) return status.mode & 0o010 ? null : path;
  return status.mode & 0o001 ? null : path;
}
