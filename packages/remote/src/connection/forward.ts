import type { Duplex } from "node:stream";
import type { Client } from "ssh2";

const limitMs = 3_000;

/** Opens a TCP connection from the host through `client`; see `RemoteSession.forward`. */
export function openForward(
  client: Client,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<Duplex | null> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const finish = (act: () => void): void => {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      act();
    };
    const onAbort = (): void => finish(() => reject(signal.reason));
    const timer = setTimeout(() => finish(() => resolve(null)), limitMs);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      client.forwardOut("127.0.0.1", 0, address, port, (error, channel) => {
        if (error !== undefined && error !== null) {
          if (!isOver) finish(() => resolve(null));
          return;
        }
        // Without a reader of stderr, ssh2 never reports the end of the channel.
        channel.stderr.resume();
        if (isOver) channel.destroy();
        else finish(() => resolve(channel));
      });
    } catch {
      // ssh2 throws here when the connection is gone.
      finish(() => resolve(null));
    }
  });
}
