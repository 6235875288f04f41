import type { Actor } from "./audit/actor";
import { parseConnectionUrl } from "./connection/connection-settings";
import { createPooledClient } from "./connection/prisma-client";
import { translateError } from "./errors/translate-error";
import { listen, type NotificationHandler } from "./notification/listen";
import type { MasterKey } from "./secret/master-key";
import { createSecretCipher } from "./secret/secret-cipher";
import { checkMasterKey } from "./secret/secret-repository";
import { transact } from "./unit-of-work/transact";
import { createReaders, type Readers, type UnitOfWork } from "./unit-of-work/unit-of-work";

/** Which database, under which key, and how much of it a process may use. */
export interface DatabaseOptions {
  readonly url: string;
  readonly masterKey: MasterKey;
  /** Shown by PostgreSQL beside each connection. Default `primacy`. */
  readonly applicationName?: string;
  /** Connections of this process, besides one for each `listen`. Default 10. */
  readonly maxConnections?: number;
  /** The limit of one statement. Default 10 s. */
  readonly statementTimeoutMs?: number;
  /** The limit of one transaction. Default 15 s. */
  readonly transactionTimeoutMs?: number;
}

/**
 * The console's database. Failures are `DatabaseError` with `retryable`; a restart of PostgreSQL fails
 * what runs and no more. Safe for any number of concurrent callers and processes.
 */
export interface Database extends Readers {
  /**
   * Runs `run` in one transaction for `actor`: everything that it wrote is committed, or nothing when it
   * throws or returns a refusal. Intent, operation and audit entry belong into one. Notifications are
   * sent with the commit. May run `run` again when another transaction got in the way.
   */
  transact<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Listens to changes until `signal` aborts; see `NotificationHandler`. Resolves when it has stopped. */
  listen(handler: NotificationHandler, signal: AbortSignal): Promise<void>;
  /** Throws when the database does not answer, or its secrets were written under another master key. */
  check(): Promise<void>;
  /** Closes every connection; what still runs fails. Concurrent calls share one close. */
  close(): Promise<void>;
}

/** Makes the database; it connects when first used, so this neither waits nor fails on a server that is down. */
export function createDatabase(options: DatabaseOptions): Database {
  const settings = parseConnectionUrl(options.url, options.applicationName ?? "primacy");
  const client = createPooledClient(settings, {
    maxConnections: options.maxConnections ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
  });
  const cipher = createSecretCipher(options.masterKey);
  const readContext = { connection: client.prisma, cipher };
  const limits = { waitMs: 5_000, durationMs: options.transactionTimeoutMs ?? 15_000 };
  const closing = new AbortController();
  const listening = new Set<Promise<void>>();
  let closed: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    closing.abort();
    await Promise.all(listening);
    await client.close();
  }

  return {
    ...createReaders(readContext),
    transact: (actor, run) => transact({ prisma: client.prisma, cipher, limits }, actor, run),
    listen(handler, signal) {
      const running = listen(settings, handler, AbortSignal.any([signal, closing.signal]));
      listening.add(running);
      return running.finally(() => listening.delete(running));
    },
    async check() {
      try {
        await checkMasterKey(readContext);
      } catch (error) {
        throw translateError(error);
      }
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}
