import { describeHostKey } from "./host-key";
import { utils } from "./ssh2";

/** An SSH key pair that the console made: the private half in OpenSSH format, the public half for `authorized_keys`. */
export interface SshKeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly fingerprint: string;
}

const ATTEMPTS = 50;

/**
 * Makes an ed25519 key pair; `comment` ends the public line, so that people know whose it is. Throws where ssh2 makes none
 * that can be read.
 */
export function generateSshKey(comment: string): SshKeyPair {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const pair = utils.generateKeyPairSync("ed25519", { comment });
    // ssh2 cuts the leading zero bytes off a public key: one pair in 256 is short, and no program can read it.
    if (utils.parseKey(pair.private) instanceof Error || utils.parseKey(pair.public) instanceof Error)
      continue;
    const publicKey = pair.public.trim();
    return { privateKey: pair.private, publicKey, fingerprint: fingerprintOf(publicKey) };
  }
  throw new Error(`no readable SSH key in ${ATTEMPTS} attempts`);
}

/** Why a private key cannot be used: a word of the message catalogue under `why.`. */
export type KeyProblem =
  | "key_is_public"
  | "key_passphrase_missing"
  | "key_passphrase_wrong"
  | "key_unsupported"
  | "key_malformed";

/** Says why a private key cannot be used (`null`: it can). */
export function checkPrivateKey(privateKey: string, passphrase?: string): KeyProblem | null {
  const parsed = utils.parseKey(privateKey, passphrase);
  if (!(parsed instanceof Error)) return parsed.isPrivateKey() ? null : "key_is_public";
  const { message } = parsed;
  if (/no passphrase/i.test(message)) return "key_passphrase_missing";
  if (passphrase !== undefined && /passphrase|decrypt|integrity/i.test(message))
    return "key_passphrase_wrong";
  // A text that is no key at all is "Unsupported key format" there.
  return /unsupported (?!key format)/i.test(message) ? "key_unsupported" : "key_malformed";
}

function fingerprintOf(publicKey: string): string {
  const [, body = ""] = publicKey.split(" ");
  return describeHostKey(Buffer.from(body, "base64")).fingerprint;
}
