import { message } from "@primacy/contract";
import type { CertificateGrant } from "@primacy/contract/agent";
import { deleteDurably, readPrivate, StoreError } from "../store/durable-file";
import { makeCertificateRequest } from "./certificate-request";
import { completeIdentity, type Identity } from "./identity";
import type { Renewal } from "./renewal";

/** What the keeper stands on. */
export interface KeeperParts {
  /** What the installation, or the last renewal, left on this host. */
  readonly identity: Identity;
  /** Where the key is that waits for its certificate. */
  readonly nextKeyFile: string;
  /** Puts key and certificate where the next start finds them. Rejects where they do not fit. */
  readonly keep: (renewal: Renewal) => Promise<void>;
}

/** Keeps the agent's identity, and replaces key and certificate together when the console renews them. */
export class IdentityKeeper {
  readonly #parts: KeeperParts;
  #identity: Identity;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#identity = parts.identity;
  }

  get identity(): Identity {
    return this.#identity;
  }

  /** A signing request for the key that waits for its certificate; made where there is none. Throws StoreError. */
  async requestCertificate(): Promise<string> {
    return makeCertificateRequest(this.#parts.nextKeyFile, this.#identity.bootstrap.hostName);
  }

  /** Puts the certificate for the waiting key in force. Throws an error and changes nothing when it does not fit. */
  async putCertificate(grant: CertificateGrant): Promise<Identity> {
    const { nextKeyFile, keep } = this.#parts;
    const keyPem = await readPrivate(nextKeyFile);
    if (keyPem === null) {
      throw new StoreError(message("certificate.not_requested"), "ENOENT");
    }
    const next = completeIdentity({ ...grant, keyPem, bootstrap: this.#identity.bootstrap });
    await keep({ ...grant, keyPem });
    this.#identity = next;
    await deleteDurably(nextKeyFile);
    return next;
  }
}
