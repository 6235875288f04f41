import type { ServerSight } from "@primacy/core/topology";
import {
  connectServer,
  type ServerAccount,
  type ServerConnection,
  type ServerEndpoint,
} from "../mysql/connect-server";
import { isConnectionRefused, MysqlFailure } from "../mysql/mysql-failure";
import type { ReplicationAdapter } from "../replication/replication-adapter";

const answerTimeoutMs = 2_000;

/** A member's server as the watcher reaches it. */
export interface PolledServer extends ServerEndpoint {
  readonly memberId: string;
}

/**
 * The watcher's own look at servers whose agents say nothing of them. One session per server is kept from look to
 * look, so that watching costs no sign-ins.
 */
export class ServerPoll {
  readonly #sessions = new Map<string, ServerConnection>();

  /** Asks one server. One that does not answer, or refuses, gives a sight without a view. */
  async ask(
    replication: ReplicationAdapter,
    server: PolledServer,
    account: ServerAccount,
    signal: AbortSignal,
  ): Promise<ServerSight> {
    try {
      const session = await this.#open(server, account, signal);
      const reading = await replication.observe(session, { signal, timeoutMs: answerTimeoutMs });
      return {
        memberId: server.memberId,
        askedAtMs: performance.now(),
        isAnswering: true,
        version: reading.version,
        isSuperReadOnly: reading.isSuperReadOnly,
        view: reading.view,
      };
    } catch (error) {
      this.drop(server.memberId);
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      return {
        memberId: server.memberId,
        askedAtMs: performance.now(),
        isAnswering: error.code !== "mysql_unreachable",
        isRefused: isConnectionRefused(error),
        version: null,
        isSuperReadOnly: null,
        view: null,
      };
    }
  }

  /** Ends the session with a server that need not be asked now. */
  drop(memberId: string): void {
    this.#sessions.get(memberId)?.close();
    this.#sessions.delete(memberId);
  }

  /** Ends every session. */
  close(): void {
    for (const memberId of [...this.#sessions.keys()]) this.drop(memberId);
  }

  async #open(server: PolledServer, account: ServerAccount, signal: AbortSignal): Promise<ServerConnection> {
    const known = this.#sessions.get(server.memberId);
    const { address, port, authority } = server;
    if (
      known?.server.address === address &&
      known.server.port === port &&
      known.server.authority === authority
    )
      return known;
    this.drop(server.memberId);
    const session = await connectServer({ address, port, authority }, account, signal);
    this.#sessions.set(server.memberId, session);
    return session;
  }
}
