import { createPrivateKey, randomBytes, webcrypto } from "node:crypto";
import { agentServerName, type CertificateIdentity, certificateUri } from "@primacy/contract/agent";
import type { CertificateDraft } from "@primacy/db";
import { backdateMs, exportKeyPem } from "./authority";
import { CertificateRequestFailure } from "./certificate-failure";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralNames,
  KeyUsageFlags,
  KeyUsagesExtension,
  keyAlgorithm,
  Pkcs10CertificateRequest,
  type PublicKey,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "./x509";

/** A certificate lasts a year, and is renewed when two thirds of it have passed. */
const leafMs = 365 * 24 * 60 * 60 * 1000;

type IssuedCertificate = Omit<CertificateDraft, "role" | "hostId" | "keyPem">;

/** The authority that signs, with its key in clear. */
export interface Signer {
  readonly authorityId: string;
  readonly certificatePem: string;
  readonly keyPem: string;
}

/**
 * Signs a request for the identity that the console says; whatever names the request itself asks for are ignored.
 * Throws `CertificateRequestFailure` when it cannot be read or is not signed by its own key.
 */
export async function issueFromRequest(
  signer: Signer,
  csrPem: string,
  identity: Extract<CertificateIdentity, { kind: "host" }>,
  name: string,
  now: Date,
): Promise<CertificateDraft> {
  const draft = await issue(signer, await readRequest(csrPem), identity, name, now);
  return { ...draft, role: "host", hostId: identity.hostId };
}

/** Makes a key and its certificate for the console itself. */
export async function issueForConsole(
  signer: Signer,
  consoleId: string,
  now: Date,
): Promise<CertificateDraft & { readonly keyPem: string }> {
  const draft = await issueWithKey(signer, { kind: "console", consoleId }, "Primacy console", now);
  return { ...draft, role: "console", hostId: null };
}

/** A signed certificate of a client with its key, both PEM. */
export interface ClientCertificate extends IssuedCertificate {
  readonly keyPem: string;
}

/** Makes a key and a certificate with which a monitoring system may read agents' metrics, and nothing else. */
export function issueForMetrics(signer: Signer, consoleId: string, now: Date): Promise<ClientCertificate> {
  return issueWithKey(signer, { kind: "metrics", consoleId }, "Primacy metrics", now);
}

async function issueWithKey(
  signer: Signer,
  identity: CertificateIdentity,
  name: string,
  now: Date,
): Promise<ClientCertificate> {
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const issued = await issue(signer, keys.publicKey, identity, name, now);
  return { ...issued, keyPem: await exportKeyPem(keys.privateKey) };
}

async function readRequest(csrPem: string): Promise<PublicKey> {
  try {
    const request = new Pkcs10CertificateRequest(csrPem);
    if (await request.verify()) return request.publicKey;
  } catch (error) {
    throw new CertificateRequestFailure(error);
  }
  throw new CertificateRequestFailure("signature_wrong");
}

async function issue(
  signer: Signer,
  publicKey: PublicKey | webcrypto.CryptoKey,
  identity: CertificateIdentity,
  name: string,
  now: Date,
): Promise<IssuedCertificate> {
  const authority = new X509Certificate(signer.certificatePem);
  const notBefore = new Date(now.getTime() - backdateMs);
  const notAfter = new Date(now.getTime() + leafMs);
  // Agents answer the console and each other, and ask each other.
  const usages =
    identity.kind === "host"
      ? [ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]
      : [ExtendedKeyUsage.clientAuth];
  const names: JsonGeneralNames = [
    { type: "url", value: certificateUri(identity) },
    ...(identity.kind === "host" ? [{ type: "dns" as const, value: agentServerName }] : []),
  ];
  // A leading zero bit keeps the number positive in its encoding.
  const serial = `01${randomBytes(15).toString("hex")}`;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serial,
    subject: [{ CN: [name] }],
    issuer: authority.subjectName,
    notBefore,
    notAfter,
    publicKey,
    signingKey: await importSigningKey(signer.keyPem),
    signingAlgorithm: keyAlgorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(usages),
      new SubjectAlternativeNameExtension(names),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  return {
    authorityId: signer.authorityId,
    serial,
    certificatePem: certificate.toString("pem"),
    notBefore,
    notAfter,
  };
}

async function importSigningKey(keyPem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(keyPem).export({ format: "der", type: "pkcs8" });
  return webcrypto.subtle.importKey("pkcs8", der, keyAlgorithm, false, ["sign"]);
}
