import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
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
    throw new StoreError(
      `${layout.bootstrapFile} is not what this version expects`,
      "EINVAL",
      bootstrap.error,
    );
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
  const certificate = parseCertificate(certificatePem, "the certificate");
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
    throw new StoreError("the certificate does not belong to the agent's key", "EINVAL");
  }
  if (!certificate.verify(parseCertificate(caPem, "the CA").publicKey)) {
    throw new StoreError("the certificate was not issued by the console's CA", "EINVAL");
  }
  const identity = listIdentities(certificate.subjectAltName).find(
    (found) =>
      found.kind === "host" && found.hostId === bootstrap.hostId && found.consoleId === bootstrap.consoleId,
  );
  if (identity === undefined) {
    throw new StoreError("the certificate names another host or another console", "EINVAL");
  }
}

/** The identities in a certificate's subject alternative name. */
export function listIdentities(subjectAltName: string | undefined): CertificateIdentity[] {
  return (subjectAltName ?? "")
    .split(", ")
    .flatMap((part) => (part.startsWith("URI:") ? (parseCertificateUri(part.slice(4)) ?? []) : []));
}

/** Reads a certificate; throws StoreError when it is none. */
export function parseCertificate(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new StoreError(`${name} is not a certificate`, "EINVAL", error);
  }
}

async function getPrivate(file: string): Promise<string> {
  const text = await readPrivate(file);
  if (text === null) {
    throw new StoreError(`${file} is missing: install the agent first`, "ENOENT");
  }
  return text;
}

async function getText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new StoreError(`${file} is missing: install the agent first`, "ENOENT", error);
  }
}
