import { describeHostKey } from "./host-key";
import { utils } from "./ssh2";

/** An SSH key pair that the console made: the private half in OpenSSH format, the public half for `authorized_keys`. */
export interface SshKeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly fingerprint: string;
}

/** Makes an ed25519 key pair; `comment` ends the public line, so that people know whose it is. */
export function generateSshKey(comment: string): SshKeyPair {
  const pair = utils.generateKeyPairSync("ed25519", { comment });
  return { privateKey: pair.private, publicKey: pair.public.trim(), fingerprint: fingerprintOf(pair.public) };
}

/** Says why a private key cannot be used (`null`: it can). The answer never contains the key. */
export function checkPrivateKey(privateKey: string, passphrase?: string): string | null {
  const parsed = utils.parseKey(privateKey, passphrase);
  if (parsed instanceof Error) return parsed.message;
  return parsed.isPrivateKey() ? null : "this is a public key, not a private one";
}

function fingerprintOf(publicKey: string): string {
  const [, body = ""] = publicKey.split(" ");
  return describeHostKey(Buffer.from(body, "base64")).fingerprint;
}
