import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode } from "../files/file-status";

const KEY_BYTES = 32;

/**
 * Why the key that protects stored secrets cannot be used:
 * - `malformed`: not 32 bytes in base64 or hexadecimal
 * - `exposed`: other accounts can read the key file and this process cannot change that
 * - `wrong_master_key`: the database's secrets were written under another key
 * - `damaged_secret`: a stored secret was altered, or belongs to another row
 */
export type MasterKeyErrorCode = "malformed" | "exposed" | "wrong_master_key" | "damaged_secret";

/** The stored secrets cannot be protected or read. Trying again does not help. */
export class MasterKeyError extends Error {
  override readonly name = "MasterKeyError";
  readonly retryable = false;

  constructor(
    readonly code: MasterKeyErrorCode,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/** The key that protects stored secrets. It does not print itself. */
export interface MasterKey {
  /** Tells keys apart without revealing them; stored beside each secret. */
  readonly id: string;
  /** The key that seals secrets, derived from the master key. */
  readonly sealing: KeyObject;
  /** The key that compares texts without keeping them, derived from the master key. */
  readonly comparing: KeyObject;
}

/** Where the master key comes from. */
export interface MasterKeySource {
  /** The value of `PRIMACY_MASTER_KEY`; it wins over the file. */
  readonly text?: string | undefined;
  /** Made with a random key at the first start, readable by its owner only. */
  readonly path: string;
}

/** Reads or makes the master key. May run in several processes at once. Throws {@link MasterKeyError}. */
export async function loadMasterKey(source: MasterKeySource): Promise<MasterKey> {
  if (source.text !== undefined && source.text.trim() !== "") return parseMasterKey(source.text);
  const existing = await readKeyFile(source.path);
  if (existing !== null) return parseMasterKey(existing);
  await createKeyFile(source.path);
  return parseMasterKey((await readKeyFile(source.path)) ?? "");
}

/** Reads 32 bytes from base64, base64url or hexadecimal. Throws {@link MasterKeyError} `malformed`. */
export function parseMasterKey(text: string): MasterKey {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, "hex")
    : Buffer.from(trimmed, "base64");
  if (bytes.length !== KEY_BYTES || !/^[A-Za-z0-9+/_=-]+$/.test(trimmed)) {
    throw new MasterKeyError(
      "malformed",
      "The master key must be 32 bytes in base64 or hexadecimal, for example from: openssl rand -base64 32",
    );
  }
  const derive = (purpose: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync("sha256", bytes, "", purpose, KEY_BYTES)));
  return {
    id: createHash("sha256").update("primacy key id v1").update(bytes).digest("hex").slice(0, 16),
    sealing: derive("primacy secret v1"),
    comparing: derive("primacy comparison v1"),
  };
}

async function readKeyFile(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, "utf8");
    if ((await stat(path)).mode & 0o077) await protect(path);
    return text;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

async function protect(path: string): Promise<void> {
  try {
    await chmod(path, 0o600);
  } catch (cause) {
    throw new MasterKeyError("exposed", `Other accounts can read the master key. Run: chmod 600 ${path}`, {
      cause,
    });
  }
}

/** The file appears under its name only when it is complete, and never replaces one that is there. */
async function createKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${randomBytes(6).toString("hex")}.partial`;
  try {
    await writeFile(partial, `${randomBytes(KEY_BYTES).toString("base64")}\n`, { mode: 0o600, flush: true });
    await link(partial, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await rm(partial, { force: true });
  }
}
