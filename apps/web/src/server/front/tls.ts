import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";

/** Where the user's own certificate chain and its key are. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate chain with its key, known to belong together. */
export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** When the leaf ends, for the log and the metrics. */
  readonly expiresAt: Date;
}

/** The certificate cannot be used; the message says which file and why, and holds nothing of the key. */
export class CertificateError extends Error {
  readonly code = "certificate_unusable";
  readonly retryable = true;
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "CertificateError";
  }
}

/** Reads both files and checks that they belong together. Throws `CertificateError`. */
export async function loadTlsPair(files: TlsFiles): Promise<TlsPair> {
  const [cert, key] = await Promise.all([readTlsFile(files.certFile), readTlsFile(files.keyFile)]);
  try {
    const leaf = new X509Certificate(cert);
    if (!leaf.checkPrivateKey(createPrivateKey(key))) {
      throw new CertificateError(`${files.keyFile} is not the key of the certificate in ${files.certFile}`);
    }
    return { cert, key, expiresAt: new Date(leaf.validTo) };
  } catch (cause) {
    if (cause instanceof CertificateError) throw cause;
    throw new CertificateError(`${files.certFile} and ${files.keyFile} cannot be read as PEM`, { cause });
  }
}

/** Changes when either file was written or replaced, also through a symbolic link; null while one is missing. */
export async function readTlsFingerprint(files: TlsFiles): Promise<string | null> {
  try {
    const states = await Promise.all([stat(files.certFile), stat(files.keyFile)]);
    return states.map((one) => `${one.ino}:${one.size}:${one.mtimeMs}`).join(" ");
  } catch {
    return null;
  }
}

async function readTlsFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CertificateError(`${path} cannot be read`, { cause });
  }
}
