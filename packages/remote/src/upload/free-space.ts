import type { RemoteSession } from "../connection/session";
import { CommandFailure, RemoteFailure } from "../failure";
import { sftpFailureStatus } from "./sftp";

const MIB = 1024 * 1024;

// The path itself may not exist yet: its file system is the one of the nearest folder above it that does.
const script = 'p=$1; while [ ! -e "$p" ]; do p=$(dirname -- "$p"); done; df -Pk -- "$p"';

/** How many bytes are free for `path`, which need not exist; null when the host's `df` cannot tell. */
export async function observeFreeBytes(
  session: RemoteSession,
  path: string,
  signal: AbortSignal,
): Promise<number | null> {
  const { stdout, exitCode } = await session.run(["sh", "-c", script, "sh", path], {
    signal,
    acceptsFailure: true,
  });
  return exitCode === 0 ? parseFreeBytes(stdout) : null;
}

/** Reads the fourth column of `df -Pk`'s last line; null for anything else. */
export function parseFreeBytes(stdout: string): number | null {
  const last = stdout.trim().split("\n").at(-1) ?? "";
  const match = /^\S.*?\s+\d+\s+\d+\s+(\d+)\s+\d+%\s+\//.exec(last);
  return match === null ? null : Number(match[1]) * 1024;
}

/** Throws `no_space` when less than `needBytes` are free for `path`. */
export async function requireFreeBytes(
  session: RemoteSession,
  path: string,
  needBytes: number,
  signal: AbortSignal,
): Promise<void> {
  const freeBytes = await observeFreeBytes(session, path, signal);
  if (freeBytes !== null && freeBytes < needBytes) throw noSpace(session, path, needBytes, freeBytes);
}

/** Translates a failed write into `no_space` where the disk was the reason; anything else stays what it is. */
export async function translateWriteFailure(
  session: RemoteSession,
  path: string,
  needBytes: number,
  failure: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const says = failure instanceof CommandFailure ? failure.stderr : "";
  const isNamed = /no space left on device|disk quota exceeded/i.test(says);
  // SFTP reports a full disk as a plain "Failure".
  const isVague =
    failure instanceof CommandFailure &&
    failure.command.startsWith("sftp ") &&
    failure.exitCode === sftpFailureStatus;
  if (!isNamed && !isVague) return failure;
  const freeBytes = await observeFreeBytes(session, path, signal);
  if (!isNamed && (freeBytes === null || freeBytes >= needBytes)) return failure;
  return noSpace(session, path, needBytes, freeBytes ?? 0, failure);
}

function noSpace(
  session: RemoteSession,
  path: string,
  needBytes: number,
  freeBytes: number,
  cause?: unknown,
): RemoteFailure {
  return new RemoteFailure(
    "no_space",
    {
      host: session.hostName,
      path,
      needMiB: Math.ceil(needBytes / MIB),
      freeMiB: Math.floor(freeBytes / MIB),
    },
    cause === undefined ? {} : { cause },
  );
}
