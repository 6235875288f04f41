import { createHash, createPublicKey, verify } from "node:crypto";
import { ed25519Of, keyType } from "./operator-keys";
import { readWhole, sshString } from "./ssh-wire";

const magic = Buffer.from("SSHSIG");
const version = 1;
const armor = /^\s*-----BEGIN SSH SIGNATURE-----\s+([A-Za-z0-9+/=\s]+?)-----END SSH SIGNATURE-----\s*$/;

/** A signature as `ssh-keygen -Y sign` makes it (OpenSSH's PROTOCOL.sshsig, version 1). */
export interface SshSignature {
  /** Who signed, as OpenSSH writes a public key. */
  readonly keyBlob: Buffer;
  readonly namespace: string;
  readonly reserved: Buffer;
  readonly hashAlgorithm: string;
  readonly signature: Buffer;
}

/** Reads an armoured signature; null where it is none, or none by an Ed25519 key. */
export function parseSshSignature(text: string): SshSignature | null {
  const encoded = armor.exec(text)?.[1]?.replace(/\s/g, "") ?? "";
  const parsed = readWhole(Buffer.from(encoded, "base64"), (reader) => {
    const isOurs = reader.takeBytes(magic.length).equals(magic) && reader.takeNumber() === version;
    const [keyBlob, namespace, reserved] = [reader.takeString(), reader.takeText(), reader.takeString()];
    return {
      isOurs,
      keyBlob,
      namespace,
      reserved,
      hashAlgorithm: reader.takeText(),
      raw: reader.takeString(),
    };
  });
  if (parsed?.isOurs !== true || ed25519Of(parsed.keyBlob) === null) return null;
  const { raw, isOurs: _, ...fields } = parsed;
  const inner = readWhole(raw, (reader) => ({ type: reader.takeText(), signature: reader.takeString() }));
  return inner?.type === keyType ? { ...fields, signature: inner.signature } : null;
}

/** True when the owner of the signature's own key signed exactly this text for this namespace. */
export function isSignedBy(
  { keyBlob, namespace, reserved, hashAlgorithm, signature }: SshSignature,
  text: string,
  expectedNamespace: string,
): boolean {
  const key = ed25519Of(keyBlob);
  const isKnownHash = hashAlgorithm === "sha512" || hashAlgorithm === "sha256";
  if (key === null || namespace !== expectedNamespace || !isKnownHash) return false;
  const signed = Buffer.concat([
    magic,
    sshString(namespace),
    sshString(reserved),
    sshString(hashAlgorithm),
    sshString(createHash(hashAlgorithm).update(text, "utf8").digest()),
  ]);
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") };
  return verify(null, signed, createPublicKey({ key: jwk, format: "jwk" }), signature);
}
