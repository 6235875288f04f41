import { connect } from "node:net";
import type { SshReach } from "@primacy/core/topology";

const timeoutMs = 1_500;

/** Tries a TCP connection to a host's SSH port. A refused connection is an answer of the host all the same. */
export async function askSshPort(
  host: { readonly hostId: string; readonly address: string; readonly sshPort: number },
  signal: AbortSignal,
): Promise<SshReach> {
  const isReachable = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: host.address, port: host.sshPort });
    const end = (isThere: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      socket.destroy();
      resolve(isThere);
    };
    const onAbort = (): void => end(false);
    const timer = setTimeout(() => end(false), timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("connect", () => end(true));
    socket.once("error", (error) => end("code" in error && error.code === "ECONNREFUSED"));
  });
  const askedAtMs = performance.now();
  const reached = isReachable ? { reachedAtMs: askedAtMs } : {};
  return { hostId: host.hostId, isReachable, askedAtMs, ...reached };
}
