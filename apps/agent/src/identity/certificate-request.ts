import { createPrivateKey, webcrypto } from "node:crypto";
import { readPrivate, writeDurably } from "../store/durable-file";

const keyAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/**
 * A signing request for the key in `keyFile`, which is made where there is none. Running it twice asks for
 * the same key. Throws StoreError. The names of the certificate are the console's to decide.
 */
export async function makeCertificateRequest(keyFile: string, commonName: string): Promise<string> {
  const kept = await readPrivate(keyFile);
  const keys = kept === null ? await makeKeys(keyFile) : await importKeys(kept);
  // Loaded on use: most agents never renew, and the library is large.
  const { writeSigningRequest } = await import("./signing-request");
  return writeSigningRequest(keys, commonName);
}

async function makeKeys(keyFile: string): Promise<webcrypto.CryptoKeyPair> {
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  const pem = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({
    format: "pem",
    type: "pkcs8",
  });
  await writeDurably(keyFile, String(pem));
  return keys;
}

async function importKeys(pem: string): Promise<webcrypto.CryptoKeyPair> {
  const key = createPrivateKey(pem);
  const der = key.export({ format: "der", type: "pkcs8" });
  const privateKey = await webcrypto.subtle.importKey("pkcs8", der, keyAlgorithm, true, ["sign"]);
  const jwk = await webcrypto.subtle.exportKey("jwk", privateKey);
  const { d: _secret, key_ops: _uses, ...publicJwk } = jwk;
  const publicKey = await webcrypto.subtle.importKey("jwk", publicJwk, keyAlgorithm, true, ["verify"]);
  return { privateKey, publicKey };
}
