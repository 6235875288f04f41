// The library finds its parts by decorators, which need this before it is loaded.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { cryptoProvider, Pkcs10CertificateRequestGenerator } from "@peculiar/x509";

/**
 * A signing request for `keys`, as PEM. This file imports none of ours: what is loaded on use is bundled whole, with all that it
 * imports.
 */
export async function writeSigningRequest(
  keys: webcrypto.CryptoKeyPair,
  commonName: string,
): Promise<string> {
  cryptoProvider.set(webcrypto);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [commonName] }],
    keys,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
  });
  return request.toString("pem");
}
