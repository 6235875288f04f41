import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../files/file-status";

/**
 * What the lock file and the process table say about the server of a data folder. `stale` means that
 * a lock file is left of a server that was killed.
 */
export type PostmasterState =
  | { readonly kind: "stopped" }
  | { readonly kind: "stale"; readonly pid: number }
  | { readonly kind: "running"; readonly pid: number; readonly port: number; readonly isReady: boolean };

/**
 * Looks whether a server runs on a data folder. A killed server counts as gone even while its entry
 * in the process table waits to be reaped, and a recycled process id is not taken for the server.
 */
export async function observePostmaster(dataPath: string): Promise<PostmasterState> {
  const lines = (await readIfPresent(join(dataPath, "postmaster.pid")))?.split("\n");
  if (!lines) return { kind: "stopped" };
  const pid = Number(lines[0]);
  if (!(pid > 0) || !(await isPostmaster(pid, dataPath))) return { kind: "stale", pid };
  return { kind: "running", pid, port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" };
}

/**
 * Removes the lock file of a killed server. PostgreSQL would refuse to start while the killed process
 * is not reaped, which no one may ever do in a container; a living backend of that server is still
 * noticed by PostgreSQL itself through the shared memory it holds.
 */
export async function removeStaleLock(dataPath: string): Promise<void> {
  await rm(join(dataPath, "postmaster.pid"), { force: true });
}

async function isPostmaster(pid: number, dataPath: string): Promise<boolean> {
  const status = await readIfPresent(`/proc/${pid}/stat`);
  // The command name in parentheses may itself contain spaces; the state follows the last one.
  const state = status?.slice(status.lastIndexOf(")") + 2, status.lastIndexOf(")") + 3);
  if (!state || state === "Z" || state === "X") return false;
  const commandLine = await readIfPresent(`/proc/${pid}/cmdline`);
  return commandLine?.split("\0").includes(dataPath) ?? false;
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ESRCH")) return null;
    throw error;
  }
}
