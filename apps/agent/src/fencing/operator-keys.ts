import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { type Message, message } from "@primacy/contract";
import { StoreError } from "../store/durable-file";
import { readWhole } from "./ssh-wire";

/** The only kind of key whose signature counts. */
export const keyType = "ssh-ed25519";

/** A key of an operator. */
export interface RegisteredKey {
  /** Its public half as OpenSSH writes it: type and 32 bytes. */
  readonly blob: Buffer;
  /** `SHA256:…`, as `ssh-keygen -l` shows it. */
  readonly fingerprint: string;
  readonly comment: string;
}

/** What the file of keys has. */
export interface RegisteredKeys {
  readonly keys: readonly RegisteredKey[];
  /** Each line that is no usable key, and the file itself where it must not be trusted. */
  readonly problems: readonly Message[];
}

/**
 * Reads the keys whose owners may sign orders for this host; none where there is no file. A file that somebody else than
 * the agent's own user may write gives none, and says so: whoever writes it decides who may sign. Throws StoreError where
 * it cannot be read.
 */
export async function readOperatorKeys(file: string): Promise<RegisteredKeys> {
  try {
    const { mode, uid } = await stat(file);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
      return { keys: [], problems: [message("keys.file_exposed", { file })] };
    }
    return parseOperatorKeys(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return { keys: [], problems: [] };
    throw new StoreError(message("file.not_read", { file, said: String(error) }), "EIO", error);
  }
}

/** Reads lines of `type base64 comment`; empty ones and those that begin with # count for nothing. */
export function parseOperatorKeys(text: string): RegisteredKeys {
  const keys: RegisteredKey[] = [];
  const problems: Message[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const key = parseKey(trimmed);
    if (key === null) problems.push(message("keys.line", { line: at + 1, form: `${keyType} KEY COMMENT` }));
    else keys.push(key);
  }
  return { keys, problems };
}

/** The 32 bytes of an Ed25519 key in OpenSSH's form; null for every other one. */
export function ed25519Of(blob: Buffer): Buffer | null {
  const key = readWhole(blob, (reader) => ({ type: reader.takeText(), bytes: reader.takeString() }));
  return key !== null && key.type === keyType && key.bytes.length === 32 ? key.bytes : null;
}

/** How OpenSSH names a key. */
export function fingerprintOf(blob: Buffer): string {
  return `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;
}

function parseKey(line: string): RegisteredKey | null {
  const [type, encoded = "", ...comment] = line.split(/\s+/);
  if (type !== keyType || !/^[A-Za-z0-9+/]+=*$/.test(encoded)) return null;
  const blob = Buffer.from(encoded, "base64");
  if (ed25519Of(blob) === null) return null;
  return { blob, fingerprint: fingerprintOf(blob), comment: comment.join(" ") };
}
