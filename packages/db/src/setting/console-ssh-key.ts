import { ConsoleSshKey, type Refusal, refuse } from "@primacy/contract";
import { z } from "zod";
import type { Readers, UnitOfWork } from "../unit-of-work/unit-of-work";

const KEY_SETTING = "console_ssh_key";
const StoredKey = ConsoleSshKey.extend({ secretId: z.uuid() });

/** The SSH key pair that the console made for itself. */
export interface ConsoleKeyPair extends ConsoleSshKey {
  /** In OpenSSH format. */
  readonly privateKey: string;
}

/** The public half of the console's SSH key; null while none has been made. */
export async function findConsoleSshKey(readers: Readers): Promise<ConsoleSshKey | null> {
  const stored = await readers.settings.find(KEY_SETTING, StoredKey);
  return stored === null ? null : ConsoleSshKey.parse(stored.value);
}

/** For those who sign in by it: the private half in clear. Null while none has been made. Throws `MasterKeyError`. */
export async function openConsoleSshKey(readers: Readers): Promise<string | null> {
  const stored = await readers.settings.find(KEY_SETTING, StoredKey);
  return stored === null ? null : readers.secrets.open(stored.value.secretId);
}

/** Keeps the console's SSH key. Refused with `already_exists` when another caller was first; nothing is changed then. */
export async function storeConsoleSshKey(
  unit: UnitOfWork,
  pair: ConsoleKeyPair,
): Promise<ConsoleSshKey | Refusal> {
  const { publicKey, fingerprint } = pair;
  const secretId = await unit.secrets.create("console_ssh_key", pair.privateKey);
  const isFirst = await unit.settings.set(KEY_SETTING, { publicKey, fingerprint, secretId }, null);
  return isFirst ? { publicKey, fingerprint } : refuse("already_exists", [], { what: fingerprint });
}
