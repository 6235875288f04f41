import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client, SFTPWrapper } from "ssh2";
import { unreachable } from "../connection/connect-failure";
import type { SshAddress } from "../connection/target";
import { CommandFailure, RemoteFailure } from "../failure";

/** The status with which an SFTP server reports most troubles, a full disk among them. */
export const sftpFailureStatus = 4;

/** Sent without waiting for the answer of the server: one chunk at a time would cost a round trip each. */
const inFlightBytes = 4 * 1024 * 1024;

/** Opens the SFTP subsystem; null where the server has none. The caller ends it. */
export function findSftp(client: Client): Promise<SFTPWrapper | null> {
  return new Promise((resolve) => {
    try {
      client.sftp((error, sftp) => {
        if (error !== undefined && error !== null) resolve(null);
        else resolve(sftp.on("error", () => undefined));
      });
    } catch {
      // The connection is gone; whatever is tried instead says so.
      resolve(null);
    }
  });
}

/**
 * Writes `source` to `path` with mode 0600. Throws `timeout`, `host_unreachable` (when `closed` aborts, because the
 * connection is gone), `CommandFailure`, or the signal's reason.
 */
export async function writeBySftp(
  sftp: SFTPWrapper,
  target: SshAddress,
  source: Readable,
  path: string,
  options: { signal: AbortSignal; closed: AbortSignal; timeoutMs: number },
): Promise<void> {
  const limit = AbortSignal.timeout(options.timeoutMs);
  const interrupted = AbortSignal.any([options.signal, options.closed, limit]);
  try {
    // A stream of a lost connection never says that it has ended, so the pipeline may not either.
    await Promise.race([
      pipeline(source, sftp.createWriteStream(path, { mode: 0o600, highWaterMark: inFlightBytes })),
      whenAborted(interrupted),
    ]);
  } catch (error) {
    source.destroy();
    options.signal.throwIfAborted();
    if (options.closed.aborted) throw unreachable(target, options.closed.reason);
    if (limit.aborted) {
      const seconds = options.timeoutMs / 1000;
      throw new RemoteFailure("timeout", { host: target.name, seconds, what: path }, { cause: error });
    }
    if (!(error instanceof Error && "code" in error && typeof error.code === "number"))
      throw unreachable(target, error);
    const ran = { command: `sftp put ${path}`, exitCode: error.code, signal: null, stderr: error.message };
    throw new CommandFailure(target.name, ran);
  } finally {
    sftp.end();
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  return aborted;
}
