import { createHash } from "node:crypto";
import { createServer, type Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { hasCode } from "../files/file-status";

const RETRY_MS = 25;

/** A named lock held by this process; the kernel frees it when the process ends, however it ends. */
export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Takes the lock `purpose` of a folder, or returns null when a living process holds it. The lock is
 * an abstract socket name: no file is left behind by a killed process.
 */
export function findProcessLock(directory: string, purpose: string): Promise<ProcessLock | null> {
  const name = createHash("sha256").update(`${purpose}\0${directory}`).digest("hex").slice(0, 32);
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once("error", (error) => (hasCode(error, "EADDRINUSE") ? resolve(null) : reject(error)));
    server.listen(`\0primacy-${name}`, () => {
      server.unref();
      resolve({ release: () => closeServer(server) });
    });
  });
}

/** Waits until the lock is free and takes it; throws the abort reason when `signal` fires first. */
export async function getProcessLock(
  directory: string,
  purpose: string,
  signal: AbortSignal,
): Promise<ProcessLock> {
  for (;;) {
    const lock = await findProcessLock(directory, purpose);
    if (lock) return lock;
    signal.throwIfAborted();
    await delay(RETRY_MS, undefined, { signal });
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
