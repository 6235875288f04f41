import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** An unguessable token for a session or a program. */
export function createOpaqueToken(prefix = ""): string {
  return `${prefix}${randomBytes(TOKEN_BYTES).toString("base64url")}`;
}

/**
 * What is stored of a token. A plain SHA-256 suffices: the token has 256 random bits, so there is
 * nothing to guess from the hash.
 */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token, "utf8").digest());
}
