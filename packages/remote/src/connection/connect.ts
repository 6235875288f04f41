import type { Client, ConnectConfig } from "ssh2";
import { RemoteFailure } from "../failure";
import { checkPrivateKey } from "./console-key";
import { preferAlgorithm } from "./host-key";
import { openClient } from "./open-client";
import { RemoteSession } from "./session";
import type { SignIn, SshTarget } from "./target";

/** Bounds of a connection. */
export interface ConnectOptions {
  readonly signal: AbortSignal;
  /** Until the host key is shown, and as long again until the user is signed in; 10 s unless said otherwise. */
  readonly timeoutMs?: number;
}

/**
 * Connects and signs in. Only the pinned host key is accepted: another one stops everything before the user name or
 * a credential is sent. Throws a `RemoteFailure` (`host_unreachable`, `host_key_changed`, `auth_failed`,
 * `credential_invalid`), or the reason of `signal`. The caller closes the session.
 */
export async function connect(target: SshTarget, options: ConnectOptions): Promise<RemoteSession> {
  checkCredential(target);
  const client = await openClient({
    target,
    config: {
      username: target.user,
      algorithms: { serverHostKey: preferAlgorithm(target.hostKey.algorithm) },
      keepaliveInterval: 5_000,
      keepaliveCountMax: 3,
      ...signInConfig(target),
    },
    judgeHostKey: (key) =>
      key.fingerprint === target.hostKey.fingerprint
        ? null
        : new RemoteFailure("host_key_changed", {
            host: target.name,
            expected: `${target.hostKey.algorithm} ${target.hostKey.fingerprint}`,
            actual: `${key.algorithm} ${key.fingerprint}`,
          }),
    authFailure: (cause) =>
      new RemoteFailure(
        "auth_failed",
        {
          host: target.name,
          user: target.user,
          method: target.signIn.kind === "password" ? "password" : "key",
        },
        { cause },
      ),
    onKeyboardInteractive: (client) => answerPrompts(client, target.signIn),
    timeoutMs: options.timeoutMs ?? 10_000,
    signal: options.signal,
  });
  return new RemoteSession(target, client, secretsOf(target.signIn));
}

function signInConfig(target: SshTarget): ConnectConfig {
  const { signIn } = target;
  if (signIn.kind === "password") {
    // Servers with PAM often offer the password by prompts only.
    return { password: signIn.password, tryKeyboard: true };
  }
  return {
    privateKey: signIn.privateKey,
    ...(signIn.passphrase === undefined ? {} : { passphrase: signIn.passphrase }),
  };
}

function answerPrompts(client: Client, signIn: SignIn): void {
  if (signIn.kind !== "password") return;
  client.on("keyboard-interactive", (_name, _instructions, _language, prompts, finish) =>
    finish(prompts.map(() => signIn.password)),
  );
}

function checkCredential(target: SshTarget): void {
  if (target.signIn.kind !== "key") return;
  const reason = checkPrivateKey(target.signIn.privateKey, target.signIn.passphrase);
  if (reason !== null) throw new RemoteFailure("credential_invalid", { host: target.name, reason });
}

function secretsOf(signIn: SignIn): string[] {
  if (signIn.kind === "password") return [signIn.password];
  return [signIn.privateKey, ...(signIn.passphrase === undefined ? [] : [signIn.passphrase])];
}
