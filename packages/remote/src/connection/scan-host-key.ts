import type { HostKey } from "@primacy/contract";
import { RemoteFailure } from "../failure";
import { preferAlgorithm } from "./host-key";
import { openClient } from "./open-client";
import type { SshAddress } from "./target";

/**
 * Asks a machine for its SSH host key and leaves before signing in: no user name, no credential is sent.
 * Throws a `RemoteFailure` (`host_unreachable`), or the reason of `signal`.
 */
export async function scanHostKey(
  target: SshAddress,
  options: { signal: AbortSignal; timeoutMs?: number },
): Promise<HostKey> {
  const seen: HostKey[] = [];
  try {
    const client = await openClient({
      target,
      // Never sent: the key is refused before authentication begins.
      config: { username: "primacy-scan", algorithms: { serverHostKey: preferAlgorithm(null) } },
      judgeHostKey: (key) => {
        seen.push(key);
        return new RemoteFailure("host_key_unknown", {
          host: target.name,
          algorithm: key.algorithm,
          actual: key.fingerprint,
        });
      },
      authFailure: (cause) => new RemoteFailure("host_unreachable", {}, { cause }),
      timeoutMs: options.timeoutMs ?? 10_000,
      signal: options.signal,
    });
    client.destroy();
  } catch (error) {
    const [key] = seen;
    if (key !== undefined && error instanceof RemoteFailure && error.code === "host_key_unknown") return key;
    throw error;
  }
  throw new Error("scanHostKey: signed in although the key was refused");
}
