import { createPrivateKey } from "node:crypto";
import { readFile, rename } from "node:fs/promises";
import { message } from "@primacy/contract";
import type { CertificateGrant } from "@primacy/contract/agent";
import { readPrivate, StoreError, writeDurably } from "../store/durable-file";
import type { Layout } from "../store/layout";
import { completeIdentity, type Identity, parseCertificate, readIdentity } from "./identity";

/** A key that the agent made, with the certificate that the console gave for it. */
export interface Renewal extends CertificateGrant {
  readonly keyPem: string;
}

/** Reads what the installation wrote, and finishes a renewal that a crash interrupted. Throws StoreError. */
export async function openIdentity(layout: Layout): Promise<Identity> {
  await finishRenewal(layout);
  return readIdentity(layout);
}

/**
 * Puts a new key with its certificate on disk. Throws StoreError and changes nothing when they do not fit each other and this
 * host, or when they bring another authority: who is believed here is root's to say.
 */
export async function keepRenewal(
  layout: Layout,
  { bootstrap, caPem }: Pick<Identity, "bootstrap" | "caPem">,
  renewal: Renewal,
): Promise<void> {
  if (renewal.caPem.trim() !== caPem.trim()) {
    throw new StoreError(message("certificate.other_authority"), "EINVAL");
  }
  completeIdentity({ ...renewal, bootstrap });
  // The key takes effect last: with it the renewal is complete, and until then a restart can finish it.
  await writeDurably(layout.pendingKeyFile, renewal.keyPem);
  await writeDurably(layout.certificateFile, renewal.certificatePem);
  await rename(layout.pendingKeyFile, layout.keyFile);
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
