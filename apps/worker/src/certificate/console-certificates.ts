import { setTimeout as delay } from "node:timers/promises";
import type { Actor, AuthorityRecord, CertificateRecord, CertificateWithKey, Database } from "@primacy/db";
import { DatabaseError } from "@primacy/db";
import type { Logger } from "pino";
import type { ConsoleIdentity } from "../agent-client/tls-connection";
import type { WorkerService } from "../context";
import { makeAuthority } from "./authority";
import { issueForConsole, issueFromRequest, type Signer } from "./issue-certificate";
import { isRenewalDue } from "./renewal";

const reloadMs = 60 * 60 * 1000;
const retryMs = 1_000;

interface Needs {
  readonly db: Database;
  readonly actor: Actor;
  readonly log: Logger;
  now(): Date;
}

/**
 * The console's certificate authority and its own certificate: both are made by the first worker that starts, kept
 * encrypted in the database, and shared by all workers. Certificates name the console by an id that it keeps for good.
 */
export class ConsoleCertificates implements WorkerService {
  readonly name = "certificates";
  readonly #stopping = new AbortController();
  #identity: ConsoleIdentity | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly needs: Needs) {}

  /** What agents are shown; the same object until it is renewed. Throws before `start` has ended. */
  get identity(): ConsoleIdentity {
    if (this.#identity === null) throw new Error("the console's certificate is not loaded yet");
    return this.#identity;
  }

  /** Waits for the database as long as it takes; throws what waiting does not mend, such as a wrong master key. */
  async start(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.load();
        break;
      } catch (error) {
        if (!(error instanceof DatabaseError) || !error.retryable) throw error;
        this.needs.log.warn({ err: error }, "waiting for the database");
        await delay(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    this.#timer = setInterval(() => {
      this.load().catch((error: unknown) => this.needs.log.warn({ err: error }, "certificate not reloaded"));
    }, reloadMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
  }

  /** Loads what is stored, and makes or renews what is missing or due. May run in several workers at once. */
  async load(): Promise<void> {
    const { db, actor, now } = this.needs;
    const { consoleId, authority, certificate } = await db.transact(actor, async (unit) => {
      // The authority's lock also keeps two workers from making two certificates.
      const held = await unit.certificates.ensureAuthority(() => makeAuthority(now()));
      const id = await unit.settings.getConsoleId();
      const known = await unit.certificates.findConsoleCertificate();
      if (known !== null && known.authorityId === held.id && !isRenewalDue(known, now())) {
        return { consoleId: id, authority: held, certificate: known };
      }
      const signer = toSigner(held, await unit.certificates.findAuthorityKey(held.id));
      const draft = await issueForConsole(signer, id, now());
      const record = await unit.certificates.record(draft);
      return { consoleId: id, authority: held, certificate: { ...record, keyPem: draft.keyPem } };
    });
    this.#identity = keepIfEqual(this.#identity, { consoleId, authority, certificate });
  }

  /** Issues and records a host's certificate. Throws `CertificateRequestFailure`. */
  async issueForHost(
    host: { readonly id: string; readonly name: string },
    csrPem: string,
  ): Promise<{ readonly record: CertificateRecord; readonly caPem: string; readonly consoleId: string }> {
    const { db, actor, now } = this.needs;
    const authority = await db.certificates.findAuthority();
    if (authority === null) throw new Error("there is no certificate authority yet");
    const signer = toSigner(authority, await db.certificates.findAuthorityKey(authority.id));
    const { consoleId } = this.identity;
    const identity = { kind: "host", consoleId, hostId: host.id } as const;
    const draft = await issueFromRequest(signer, csrPem, identity, host.name, now());
    const record = await db.transact(actor, (unit) => unit.certificates.record(draft));
    return { record, caPem: authority.certificatePem, consoleId };
  }
}

function toSigner(authority: AuthorityRecord, keyPem: string | null): Signer {
  if (keyPem === null) throw new Error("the key of the certificate authority is missing");
  return { authorityId: authority.id, certificatePem: authority.certificatePem, keyPem };
}

/** The same object means that open connections stay. */
function keepIfEqual(
  before: ConsoleIdentity | null,
  loaded: {
    readonly consoleId: string;
    readonly authority: AuthorityRecord;
    readonly certificate: Pick<CertificateWithKey, "certificatePem" | "keyPem">;
  },
): ConsoleIdentity {
  const { consoleId, authority, certificate } = loaded;
  const isEqual =
    before?.certificatePem === certificate.certificatePem && before.caPem === authority.certificatePem;
  if (before !== null && isEqual) return before;
  const { certificatePem, keyPem } = certificate;
  return { consoleId, caPem: authority.certificatePem, certificatePem, keyPem };
}
