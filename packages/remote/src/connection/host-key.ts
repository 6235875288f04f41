import { createHash } from "node:crypto";
import type { HostKey } from "@primacy/contract";
import type { ServerHostKeyAlgorithm } from "ssh2";

/** Describes the public key that an SSH server showed (its wire format) as people compare it. */
export function describeHostKey(key: Buffer): HostKey {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  const algorithm = key.subarray(4, 4 + length).toString("latin1");
  const digest = createHash("sha256").update(key).digest("base64").replace(/=+$/, "");
  return { algorithm, fingerprint: `SHA256:${digest}` };
}

const allAlgorithms: readonly ServerHostKeyAlgorithm[] = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
];

/**
 * The host key algorithms to ask for, the pinned one first: a server with several keys then shows the one that was
 * accepted, and a new key of another kind does not look like a change. SHA-1 signatures and DSA are not accepted.
 */
export function preferAlgorithm(pinned: string | null): ServerHostKeyAlgorithm[] {
  const isPinned = (one: string): boolean =>
    pinned !== null && (one === pinned || (pinned === "ssh-rsa" && one.startsWith("rsa-sha2-")));
  return [...allAlgorithms.filter(isPinned), ...allAlgorithms.filter((one) => !isPinned(one))];
}
