import { createPrivateKey, webcrypto } from "node:crypto";
import type { AuthorityDraft } from "@primacy/db";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  keyAlgorithm,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "./x509";

const yearMs = 365 * 24 * 60 * 60 * 1000;
/** Certificates are valid from a day before they were made, so that a host whose clock is behind accepts them. */
export const backdateMs = 24 * 60 * 60 * 1000;

/** Makes a certificate authority for a console: a new key, valid for ten years, that can sign leaves only. */
export async function makeAuthority(now: Date): Promise<AuthorityDraft> {
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const notBefore = new Date(now.getTime() - backdateMs);
  const notAfter = new Date(now.getTime() + 10 * yearMs);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ["Primacy console CA"] }],
    keys,
    signingAlgorithm: keyAlgorithm,
    notBefore,
    notAfter,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    certificatePem: certificate.toString("pem"),
    keyPem: await exportKeyPem(keys.privateKey),
    notBefore,
    notAfter,
  };
}

/** A private key as PKCS #8 PEM. */
export async function exportKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", key));
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" })
    .export({ format: "pem", type: "pkcs8" })
    .toString();
}
