import { X509Certificate } from "node:crypto";
import type { RemoteSession } from "../connection/session";

const maxBytes = 262_144;
const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates in a file of the host, as PEM; empty where it has none. It is read as root where the user may be
 * that, for a server's files belong to the server. Throws `CommandFailure` for a file that cannot be read, and what
 * `RemoteSession.run` throws.
 */
export async function readCertificates(
  session: RemoteSession,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const args = ["head", "-c", String(maxBytes), "--", path];
  const options = { signal, maxOutputBytes: maxBytes };
  const isPlain = (await session.observePrivilege(signal)) === "none";
  const { stdout } = isPlain ? await session.run(args, options) : await session.runAsRoot(args, options);
  return keepCertificates(stdout);
}

/**
 * Only the certificates in `text`, as PEM. Who names the file may name any file of the host; nothing else of it, such
 * as a private key beside the certificate, gets further than this.
 */
export function keepCertificates(text: string): string {
  const certificates = [...text.matchAll(block)].map(([pem]) => pem).filter(isCertificate);
  return certificates.map((pem) => `${pem}\n`).join("");
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
