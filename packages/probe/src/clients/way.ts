import type { Connection, SslOptions } from "mysql2/promise";
import { z } from "zod";
import { connectMysql } from "../connect-mysql";
import { connectTcp, type Place } from "../connect-tcp";
import { monotonicMs } from "../monotonic";
import { Gate } from "./gate";
import { handshakesAtOnce } from "./limits";
import { unlessAborted, within } from "./within";

/** An account in clear. */
export interface ClientAccount {
  readonly user: string;
  readonly password: string;
}

/** A connection that is signed in. */
export interface Session {
  readonly connection: Connection;
  readonly serverUuid: string;
  readonly openedMs: number;
  /** False once either end has ended it. */
  isAlive: boolean;
  /** Gives it up at once. mysql2 alone would wait for the server's end of it, which never comes while a commit hangs there. */
  drop(): void;
}

/** How a sign-in is bounded: how long for TCP, how long as a whole, and how many at once. */
export interface SignInBounds {
  readonly tcpMs: number;
  readonly limitMs: number;
  readonly gate: Gate;
}

const Greeting = z.tuple([z.object({ uuid: z.string(), commits: z.coerce.number() })]);
const verificationTexts = /certificate|issuer|too weak|path length/i;
const leaveLimitMs = 500;

/** A way to the database, and who signs in there. */
export class Way {
  readonly #place: Place;
  readonly #account: ClientAccount;
  /** One for each authority, that of the last server first. TLS sessions are kept by these objects, as long as they are. */
  #trusts: readonly SslOptions[];
  /** Of the connections that are kept, and of those that are not. */
  readonly gates = { kept: new Gate(handshakesAtOnce), login: new Gate(handshakesAtOnce) } as const;

  constructor(place: Place, account: ClientAccount, authorities: readonly string[]) {
    this.#place = place;
    this.#account = account;
    this.#trusts = [...new Set(authorities)].map((ca) => ({
      ca,
      rejectUnauthorized: true,
      // Certificates that MySQL makes for itself carry no name.
      verifyIdentity: false,
      minVersion: "TLSv1.2",
    }));
  }

  /**
   * Signs in over TLS at whoever shows a certificate of one of the authorities; nobody else is told a password. Throws
   * `UNTRUSTED_CERTIFICATE` at somebody who shows none, `ATTEMPT_TIMEOUT`, or what the connection failed with.
   */
  signIn({ tcpMs, limitMs, gate }: SignInBounds): Promise<Session> {
    return within(limitMs, async (signal) => {
      // A proxy that takes turns leads each attempt to another server: as often as there are servers with each CA, and one meets its own.
      for (const trust of this.#trusts.flatMap(() => this.#trusts)) {
        const socket = await connectTcp(this.#place, tcpMs, signal);
        try {
          const session = await this.#greet(trust, socket, { gate, limitMs }, signal);
          this.#trusts = [trust, ...this.#trusts.filter((one) => one !== trust)];
          return session;
        } catch (cause) {
          socket.destroy();
          if (!isUntrusted(cause)) throw cause;
        }
      }
      throw new Error("UNTRUSTED_CERTIFICATE");
    });
  }

  async #greet(
    ssl: SslOptions,
    stream: Awaited<ReturnType<typeof connectTcp>>,
    { gate, limitMs }: Pick<SignInBounds, "gate" | "limitMs">,
    signal: AbortSignal,
  ): Promise<Session> {
    const leave = await gate.enter(signal);
    try {
      const { address: host, port } = this.#place;
      const where = { stream, host, port, ssl, connectTimeout: limitMs };
      const connection = await unlessAborted(connectMysql({ ...where, ...this.#account }), signal);
      const drop = (): void => {
        connection.destroy();
        stream.destroy();
      };
      const session = { connection, serverUuid: "", openedMs: monotonicMs(), isAlive: true, drop };
      for (const event of ["error", "end"] as const) {
        connection.on(event, () => {
          session.isAlive = false;
        });
      }
      const asked = connection.query("SELECT @@server_uuid AS uuid, @@autocommit AS commits");
      const [{ uuid, commits }] = Greeting.parse((await unlessAborted(asked, signal))[0]);
      // Else nothing that is acknowledged is there.
      if (commits === 0) await unlessAborted(connection.query("SET SESSION autocommit = 1"), signal);
      session.serverUuid = uuid;
      return session;
    } finally {
      leave();
    }
  }
}

/** Takes leave of the server, which counts no aborted client then. Never throws. */
export async function leaveSession({ connection, isAlive, drop }: Session): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, leaveLimitMs);
  });
  if (isAlive) await Promise.race([connection.end().catch(() => undefined), limit]);
  clearTimeout(timer);
  drop();
}

/**
 * mysql2 gives every error of the TLS handshake one code. Those of the protocol name OpenSSL's library; what is left are a
 * connection that broke, and the texts of OpenSSL's verification.
 */
function isUntrusted(cause: unknown): boolean {
  if (!(cause instanceof Error) || !("code" in cause) || cause.code !== "HANDSHAKE_SSL_ERROR") return false;
  return !("library" in cause) && verificationTexts.test(cause.message);
}
