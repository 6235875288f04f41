import { X509Certificate } from "node:crypto";
import type { CertificateIdentity } from "@primacy/contract/agent";
import { listIdentities } from "../identity/identity";

/** Who signs, as far as two certificates say it: no time, and nothing of what was signed, is in it. */
export interface Signer {
  readonly certificate: X509Certificate;
  /** The authority issued the certificate. */
  readonly isIssued: boolean;
  readonly identities: readonly CertificateIdentity[];
}

interface Read {
  readonly certificatePem: string;
  readonly authorityPem: string;
  readonly signer: Signer | null;
}

let last: Read | undefined;

/**
 * Who signs with this certificate under this authority; null where the certificate cannot be read. A console signs with one certificate for
 * weeks, and to verify it costs more than all else of an order: the last answer is kept, for the same two texts alone.
 */
export function readSigner(certificatePem: string, authorityPem: string): Signer | null {
  if (last?.certificatePem !== certificatePem || last.authorityPem !== authorityPem)
    last = { certificatePem, authorityPem, signer: read(certificatePem, authorityPem) };
  return last.signer;
}

function read(certificatePem: string, authorityPem: string): Signer | null {
  const certificate = parseCertificate(certificatePem);
  if (certificate === null) return null;
  const authority = parseCertificate(authorityPem);
  return {
    certificate,
    isIssued: authority !== null && certificate.verify(authority.publicKey),
    identities: listIdentities(certificate.subjectAltName),
  };
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}
