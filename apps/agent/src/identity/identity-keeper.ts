import { createPrivateKey } from "node:crypto";
import { readFile, rename } from "node:fs/promises";
import type { CertificateGrant } from "@primacy/contract/agent";
import { readPrivate, StoreError, writeDurably } from "../store/durable-file";
import type { Layout } from "../store/layout";
import { checkCertificate, type Identity, parseCertificate, readIdentity } from "./identity";

/** Keeps the agent's identity, and replaces key and certificate together when the console renews them. */
export class IdentityKeeper {
  readonly #layout: Layout;
  #identity: Identity;

  private constructor(layout: Layout, identity: Identity) {
    this.#layout = layout;
    this.#identity = identity;
  }

  /** Reads the identity, and finishes a renewal that a crash interrupted. Throws StoreError. */
  static async open(layout: Layout): Promise<IdentityKeeper> {
    await finishRenewal(layout);
    return new IdentityKeeper(layout, await readIdentity(layout));
  }

  get identity(): Identity {
    return this.#identity;
  }

  /** A signing request for the key that waits for its certificate; made where there is none. Throws StoreError. */
  async requestCertificate(): Promise<string> {
    // Loaded on use: most agents never renew, and the library is large.
    const { makeCertificateRequest } = await import("./certificate-request");
    return makeCertificateRequest(this.#layout.pendingKeyFile, this.#identity.bootstrap.hostName);
  }

  /** Puts the certificate for the waiting key in force. Throws StoreError and changes nothing when it does not fit. */
  async putCertificate(grant: CertificateGrant): Promise<Identity> {
    const keyPem = await readPrivate(this.#layout.pendingKeyFile);
    if (keyPem === null) {
      throw new StoreError("no certificate was requested", "ENOENT");
    }
    const certificate = parseCertificate(grant.certificatePem, "the certificate");
    checkCertificate(certificate, keyPem, grant.caPem, this.#identity.bootstrap);
    // The key goes last: with it the renewal is complete, and until then a restart can finish it.
    await writeDurably(this.#layout.authorityFile, grant.caPem);
    await writeDurably(this.#layout.certificateFile, grant.certificatePem);
    await rename(this.#layout.pendingKeyFile, this.#layout.keyFile);
    this.#identity = await readIdentity(this.#layout);
    return this.#identity;
  }
}

/** A crash between certificate and key leaves a certificate that fits the key that waits. */
async function finishRenewal(layout: Layout): Promise<void> {
  const pending = await readPrivate(layout.pendingKeyFile);
  if (pending === null) {
    return;
  }
  const pem = await readFile(layout.certificateFile, "utf8").catch(() => null);
  if (pem === null) {
    return;
  }
  const certificate = parseCertificate(pem, layout.certificateFile);
  if (certificate.checkPrivateKey(createPrivateKey(pending))) {
    await rename(layout.pendingKeyFile, layout.keyFile);
  }
}
