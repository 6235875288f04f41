import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { type MasterKey, MasterKeyError } from "./master-key";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;

/** A secret as it is stored. */
export interface SealedSecret {
  readonly keyId: string;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
  readonly tag: Uint8Array<ArrayBuffer>;
}

/** What a sealed secret is bound to: it opens for no other row and no other purpose. */
export interface SecretBinding {
  readonly id: string;
  readonly purpose: string;
}

/** Seals and opens secrets with AES-256-GCM under the master key, and compares them with HMAC-SHA-256. */
export interface SecretCipher {
  readonly keyId: string;
  seal(binding: SecretBinding, text: string): SealedSecret;
  /** Throws {@link MasterKeyError} `wrong_master_key` or `damaged_secret`. */
  open(binding: SecretBinding, sealed: SealedSecret): string;
  /** Equal for equal texts; without the master key it tells nothing of the text, and no guess can be tried on it. */
  fingerprint(text: string): string;
}

/** Makes the cipher of a master key. */
export function createSecretCipher(masterKey: MasterKey): SecretCipher {
  return {
    keyId: masterKey.id,
    seal(binding, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, masterKey.sealing, nonce);
      cipher.setAAD(toAssociatedData(binding));
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return {
        keyId: masterKey.id,
        nonce: new Uint8Array(nonce),
        ciphertext: new Uint8Array(ciphertext),
        tag: new Uint8Array(cipher.getAuthTag()),
      };
    },
    open(binding, sealed) {
      if (sealed.keyId !== masterKey.id) throw wrongMasterKey(sealed.keyId, masterKey.id);
      try {
        const decipher = createDecipheriv(ALGORITHM, masterKey.sealing, sealed.nonce);
        decipher.setAAD(toAssociatedData(binding));
        decipher.setAuthTag(sealed.tag);
        return Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new MasterKeyError(
          "damaged_secret",
          `The stored secret ${binding.id} (${binding.purpose}) was altered and cannot be read. Enter it again.`,
          { cause },
        );
      }
    },
    fingerprint: (text) => createHmac("sha256", masterKey.comparing).update(text, "utf8").digest("hex"),
  };
}

/** The failure of a database whose secrets were written under another key. */
export function wrongMasterKey(expectedKeyId: string, actualKeyId: string): MasterKeyError {
  return new MasterKeyError(
    "wrong_master_key",
    `The secrets in this database were written under the master key ${expectedKeyId}, but the given key is ${actualKeyId}. Put back the master key file (or PRIMACY_MASTER_KEY) that belongs to this database.`,
  );
}

function toAssociatedData(binding: SecretBinding): Buffer {
  return Buffer.from(JSON.stringify(["primacy", binding.purpose, binding.id]), "utf8");
}
