import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { message } from "@primacy/contract";
import { AgentBootstrap, type CertificateIdentity, parseCertificateUri } from "@primacy/contract/agent";
import { readPrivate, StoreError } from "../store/durable-file";
import type { Layout } from "../store/layout";

/** Who this agent is, and what it proves it with. */
export interface Identity {
  readonly bootstrap: AgentBootstrap;
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly caPem: string;
  /** An expired certificate makes others refuse this agent; it never drops an address. */
  readonly expiresAt: Date;
}

/** Reads what the installation wrote. Throws StoreError that says which file is missing or wrong. */
export async function readIdentity(layout: Layout): Promise<Identity> {
  const bootstrap = AgentBootstrap.safeParse(JSON.parse(await getPrivate(layout.bootstrapFile)));
  if (!bootstrap.success) {
    const told = message("file.unknown_form", { file: layout.bootstrapFile });
    throw new StoreError(told, "EINVAL", bootstrap.error);
  }
  const keyPem = await getPrivate(layout.keyFile);
  const certificatePem = await getText(layout.certificateFile);
  const caPem = await getText(layout.authorityFile);
  parseCertificate(certificatePem, layout.certificateFile);
  return completeIdentity({ bootstrap: bootstrap.data, keyPem, certificatePem, caPem });
}

/** An identity of its parts. Throws StoreError unless they belong together. */
export function completeIdentity(parts: Omit<Identity, "expiresAt">): Identity {
  const { bootstrap, keyPem, certificatePem, caPem } = parts;
  const certificate = parseCertificate(certificatePem, "certificatePem");
  checkCertificate(certificate, keyPem, caPem, bootstrap);
  return { bootstrap, keyPem, certificatePem, caPem, expiresAt: new Date(certificate.validTo) };
}

/** Throws StoreError unless the certificate belongs to the key, to the CA and to this host. Its dates do not matter. */
export function checkCertificate(
  certificate: X509Certificate,
  keyPem: string,
  caPem: string,
  bootstrap: AgentBootstrap,
): void {
  if (!certificate.checkPrivateKey(createPrivateKey(keyPem))) {
    throw new StoreError(message("certificate.other_key"), "EINVAL");
  }
  if (!certificate.verify(parseCertificate(caPem, "caPem").publicKey)) {
    throw new StoreError(message("certificate.other_issuer"), "EINVAL");
  }
  const identity = listIdentities(certificate.subjectAltName).find(
    (found) =>
      found.kind === "host" && found.hostId === bootstrap.hostId && found.consoleId === bootstrap.consoleId,
  );
  if (identity === undefined) {
    throw new StoreError(message("certificate.other_host"), "EINVAL");
  }
}

/** The identities in a certificate's subject alternative name. */
export function listIdentities(subjectAltName: string | undefined): CertificateIdentity[] {
  return (subjectAltName ?? "")
    .split(", ")
    .flatMap((part) => (part.startsWith("URI:") ? (parseCertificateUri(part.slice(4)) ?? []) : []));
}

/** Reads a certificate; throws StoreError when it is none. */
export function parseCertificate(pem: string, place: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new StoreError(message("certificate.unreadable", { place }), "EINVAL", error);
  }
}

async function getPrivate(file: string): Promise<string> {
  const text = await readPrivate(file);
  if (text === null) {
    throw new StoreError(message("file.missing", { file }), "ENOENT");
  }
  return text;
}

async function getText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new StoreError(message("file.missing", { file }), "ENOENT", error);
  }
}
