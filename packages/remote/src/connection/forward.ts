import type { Duplex } from "node:stream";
import { type Message, message, quote } from "@primacy/contract";
import type { Client } from "ssh2";

const limitMs = 3_000;
/** SSH_OPEN_ADMINISTRATIVELY_PROHIBITED of RFC 4254. */
const prohibitedReason = 1;

/** What became of a connection that the host was asked for. */
export type Forwarded =
  /** The caller destroys the stream. */
  | { readonly kind: "open"; readonly stream: Duplex }
  /** sshd does not forward there, whoever listens. */
  | { readonly kind: "prohibited" }
  /** Nobody listens, nobody answered in time, or the SSH connection is gone. */
  | { readonly kind: "failed"; readonly reason: Message };

/** Opens a TCP connection from the host through `client`; see `RemoteSession.forward`. */
export function openForward(
  client: Client,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const finish = (act: () => void): void => {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      act();
    };
    const onAbort = (): void => finish(() => reject(signal.reason));
    const fail = (reason: Message): void => finish(() => resolve({ kind: "failed", reason }));
    const timer = setTimeout(() => fail(message("why.no_answer_within", { limitMs })), limitMs);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      client.forwardOut("127.0.0.1", 0, address, port, (error, channel) => {
        if (error !== undefined && error !== null) {
          if (isOver) return;
          if (isProhibited(error)) finish(() => resolve({ kind: "prohibited" }));
          else fail(quote(error.message));
          return;
        }
        // Without a reader of stderr, ssh2 never reports the end of the channel.
        channel.stderr.resume();
        if (isOver) channel.destroy();
        else finish(() => resolve({ kind: "open", stream: channel }));
      });
    } catch {
      // ssh2 throws here when the connection is gone.
      fail(message("why.ssh_gone"));
    }
  });
}

function isProhibited(error: Error): boolean {
  return "reason" in error && error.reason === prohibitedReason;
}
