import { connect } from "node:net";
import { waitFor } from "../process/wait-for";

/**
 * First bytes that a server sends by itself after a connection from the machine, or null when there is no
 * connection or nothing comes within `timeoutMs`. MySQL and SSH both greet first, and a frozen process does not,
 * although the kernel still accepts for it.
 */
export function observeGreeting(address: string, port: number, timeoutMs: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const settle = (bytes: Buffer | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(bytes);
    };
    const timer = setTimeout(() => settle(null), timeoutMs);
    socket.once("data", settle);
    socket.once("error", () => settle(null));
    socket.once("close", () => settle(null));
  });
}

/** Waits until a server behind the port greets. Throws LabError `not_observed` after `timeoutMs` (60 s). */
export async function waitForGreeting(
  address: string,
  port: number,
  signal?: AbortSignal,
  timeoutMs = 60_000,
): Promise<void> {
  await waitFor(
    `${address}:${port} to greet`,
    async () => ((await observeGreeting(address, port, 1_000)) === null ? undefined : true),
    { timeoutMs, intervalMs: 100, signal },
  );
}
