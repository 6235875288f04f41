import "reflect-metadata";
import { rename, writeFile } from "node:fs/promises";
import { cryptoProvider, X509CertificateGenerator } from "@peculiar/x509";

cryptoProvider.set(crypto);
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
let serial = 0;

/** Where a test keeps a certificate and its key. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Writes a self-signed certificate for 127.0.0.1 named `name`, in place of the one before, each file at once. */
export async function writeCertificate(files: CertificateFiles, name: string): Promise<void> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  serial += 1;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial.toString(16).padStart(2, "0"),
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    signingAlgorithm: algorithm,
    keys,
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/(.{64})/g, "$1\n")}\n-----END PRIVATE KEY-----\n`;
  for (const [file, text] of [
    [files.keyFile, key],
    [files.certFile, certificate.toString("pem")],
  ] as const) {
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
}
