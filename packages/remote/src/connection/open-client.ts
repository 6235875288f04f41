import { type HostKey, message } from "@primacy/contract";
import type { ConnectConfig, Client as SshClient } from "ssh2";
import { RemoteFailure } from "../failure";
import { isAuthenticationError, toUnreachable, unreachable } from "./connect-failure";
import { describeHostKey } from "./host-key";
import { Client } from "./ssh2";
import type { SshAddress } from "./target";

/** How an SSH connection is opened. `judgeHostKey` decides before anything of the user is sent. */
export interface OpenOptions {
  readonly target: SshAddress;
  readonly config: Omit<ConnectConfig, "hostVerifier" | "host" | "port">;
  /** Null accepts the key; a failure refuses it and becomes the outcome. */
  judgeHostKey(key: HostKey): RemoteFailure | null;
  /** The failure when the server refuses to sign the user in. */
  authFailure(cause: Error): RemoteFailure;
  onKeyboardInteractive?: (client: SshClient) => void;
  /** Until the server shows its host key, and as long again until the user is signed in: PAM may be slow. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Opens a connection and resolves once the user is signed in. Rejects with a `RemoteFailure`, or with the reason of
 * `signal`; the connection is closed then. The caller owns the client, and must listen to its errors.
 */
export async function openClient(options: OpenOptions): Promise<SshClient> {
  const { target, signal } = options;
  signal.throwIfAborted();
  const client = new Client();
  // A late error of a closed connection must not take the process down.
  client.on("error", () => undefined);
  options.onKeyboardInteractive?.(client);
  return new Promise<SshClient>((resolve, reject) => {
    let refusal: RemoteFailure | null = null;
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      outcome();
    };
    const fail = (failure: unknown): void =>
      settle(() => {
        client.destroy();
        reject(failure);
      });
    const onAbort = (): void => fail(signal.reason);
    const timer = setTimeout(
      () => fail(toUnreachable(target, message("why.no_answer_within", { limitMs: options.timeoutMs }))),
      options.timeoutMs,
    );
    signal.addEventListener("abort", onAbort, { once: true });
    client.once("ready", () => settle(() => resolve(client)));
    client.once("close", () => fail(refusal ?? toUnreachable(target, message("why.connection_closed"))));
    client.on("error", (error) => {
      if (refusal !== null) fail(refusal);
      else fail(isAuthenticationError(error) ? options.authFailure(error) : unreachable(target, error));
    });
    const hostVerifier = (key: Buffer): boolean => {
      timer.refresh();
      refusal = options.judgeHostKey(describeHostKey(key));
      return refusal === null;
    };
    try {
      client.connect({
        ...options.config,
        host: target.address,
        port: target.port,
        readyTimeout: 2 * options.timeoutMs,
        hostVerifier,
      });
    } catch (error) {
      // ssh2 throws here for a private key that it cannot read.
      fail(
        new RemoteFailure(
          "credential_invalid",
          { host: target.name, reason: error instanceof Error ? error.message : String(error) },
          { cause: error },
        ),
      );
    }
  });
}
