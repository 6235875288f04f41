import "reflect-metadata";
import { createPrivateKey, randomUUID, sign, webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  cryptoProvider,
  Pkcs10CertificateRequest,
  type PublicKey,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import {
  type AddressGrant,
  type CertificateIdentity,
  certificateUri,
  type SignedAddressGrant,
} from "@primacy/contract/agent";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const dayMs = 86_400_000;

/** A certificate and its key. */
export interface KeyPair {
  readonly keyPem: string;
  readonly certificatePem: string;
}

/** A console's certificate authority, for tests. */
export interface TestAuthority {
  readonly consoleId: string;
  readonly caPem: string;
  /** Signs a request for one host; `validForMs` may be negative for a certificate that has expired. */
  sign(csrPem: string, hostId: string, validForMs?: number): Promise<string>;
  /** A key and certificate for any identity. */
  issue(identity: CertificateIdentity): Promise<KeyPair>;
}

/** A permit as a console signs it. */
export function signGrant(permit: AddressGrant, { keyPem, certificatePem }: KeyPair): SignedAddressGrant {
  const text = JSON.stringify(permit);
  return { text, signature: sign("sha256", Buffer.from(text), keyPem).toString("base64"), certificatePem };
}

/** Makes an authority with a fresh key. */
export async function createTestAuthority(): Promise<TestAuthority> {
  cryptoProvider.set(webcrypto);
  const consoleId = randomUUID();
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ["test CA"] }],
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 30 * dayMs),
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  const signFor = (
    publicKey: PublicKey | webcrypto.CryptoKey,
    identity: CertificateIdentity,
    validForMs: number,
  ): Promise<X509Certificate> =>
    X509CertificateGenerator.create({
      subject: [{ CN: ["test"] }],
      issuer: ca.subjectName,
      notBefore: new Date(Date.now() - 2 * dayMs),
      notAfter: new Date(Date.now() + validForMs),
      publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new SubjectAlternativeNameExtension([{ type: "url", value: certificateUri(identity) }])],
    });
  return {
    consoleId,
    caPem: ca.toString("pem"),
    sign: async (csrPem, hostId, validForMs = dayMs) => {
      const { publicKey } = new Pkcs10CertificateRequest(csrPem);
      return (await signFor(publicKey, { kind: "host", consoleId, hostId }, validForMs)).toString("pem");
    },
    issue: async (identity) => {
      const pair = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", pair.privateKey));
      const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
      const certificate = await signFor(pair.publicKey, identity, dayMs);
      return {
        keyPem: String(key.export({ format: "pem", type: "pkcs8" })),
        certificatePem: certificate.toString("pem"),
      };
    },
  };
}
