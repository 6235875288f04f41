import type { Duplex } from "node:stream";
import { message, paramsWith } from "@primacy/contract";
import type { SqlStatement } from "@primacy/core/cluster";
import type { ServerAddress } from "@primacy/core/plan";
import { type Connection, createConnection } from "mysql2";
import { MysqlFailure, toMysqlFailure } from "./mysql-failure";

const connectTimeoutMs = 4_000;
const statementTimeoutMs = 10_000;
/** A server that has not ended the session by then has it ended. */
const leaveTimeoutMs = 1_000;

/** One row as the server gave it, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** How one call is bounded. */
export interface QueryOptions {
  readonly signal: AbortSignal;
  /** 10 s unless said otherwise. */
  readonly timeoutMs?: number;
  readonly values?: readonly (string | number | null)[];
}

/** A server, and what its certificate is verified with. */
export interface ServerEndpoint extends ServerAddress {
  /** PEM of the CA that was read from its host; null where none could be read: then nothing is verified. */
  readonly authority: string | null;
}

/** An account in clear. */
export interface ServerAccount {
  readonly user: string;
  readonly password: string;
}

/** A session with one server. A call that is aborted or takes too long ends the session. */
export interface ServerConnection {
  readonly server: ServerEndpoint;
  /** Throws `MysqlFailure`, or the reason of the signal. */
  query(sql: string, options: QueryOptions): Promise<readonly Row[]>;
  /** Runs statements one after the other; each is complete by itself. */
  run(statements: readonly SqlStatement[], options: QueryOptions): Promise<void>;
  /** Ends it at once, whatever runs. The server counts it among `Aborted_clients`. */
  close(): void;
  /** Takes leave of the server, which counts nothing then; for a session in which nothing runs. */
  leave(): void;
}

/**
 * Signs in over TLS: a password never travels without. Where the `authority` is known, whoever shows no certificate of
 * it gets no password; where it is null, whoever answers gets it. Names are not compared, for the certificates that
 * MySQL makes for itself carry none: every certificate of the CA passes, a client's too. `stream` is a connection to
 * the server that was made already. Throws `MysqlFailure` after 4 s at the latest, or the reason of the signal.
 */
export async function connectServer(
  server: ServerEndpoint,
  account: ServerAccount,
  signal: AbortSignal,
  stream?: Duplex,
): Promise<ServerConnection> {
  signal.throwIfAborted();
  const connection = createConnection({
    host: server.address,
    port: server.port,
    user: account.user,
    password: account.password,
    connectTimeout: connectTimeoutMs,
    ssl: {
      ...(server.authority === null ? {} : { ca: server.authority }),
      rejectUnauthorized: server.authority !== null,
      verifyIdentity: false,
      // The oldest that supported servers speak.
      minVersion: "TLSv1.2",
    },
    ...(stream === undefined ? {} : { stream }),
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    multipleStatements: false,
  });
  // Without a listener, a connection that breaks between two calls would end the process.
  connection.on("error", () => undefined);
  await bounded(connection, server, connectTimeoutMs, signal, (done) => {
    connection.once("connect", () => done(null, []));
    connection.once("error", (error) => done(error, []));
  }).catch((error: unknown) => {
    connection.destroy();
    throw signal.aborted ? signal.reason : toMysqlFailure(server, account.user, error);
  });
  return createSession(connection, server, account.user);
}

function createSession(connection: Connection, server: ServerEndpoint, user: string): ServerConnection {
  async function query(sql: string, options: QueryOptions): Promise<readonly Row[]> {
    const limit = options.timeoutMs ?? statementTimeoutMs;
    try {
      return await bounded(connection, server, limit, options.signal, (done) => {
        connection.query(sql, [...(options.values ?? [])], (error, rows: unknown) => done(error, rows));
      });
    } catch (error) {
      throw options.signal.aborted ? options.signal.reason : toMysqlFailure(server, user, error);
    }
  }
  return {
    server,
    query,
    async run(statements, options) {
      for (const { text } of statements) await query(text, options);
    },
    close: () => connection.destroy(),
    leave: () => {
      connection.end();
      setTimeout(() => connection.destroy(), leaveTimeoutMs).unref();
    },
  };
}

type Done = (error: Error | null, rows: unknown) => void;

function bounded(
  connection: Connection,
  server: ServerAddress,
  timeoutMs: number,
  signal: AbortSignal,
  begin: (done: Done) => void,
): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    const stop = (reason: unknown): void => {
      connection.destroy();
      settle(() => reject(reason));
    };
    const onAbort = (): void => stop(signal.reason);
    const timer = setTimeout(
      () =>
        stop(
          new MysqlFailure(
            "mysql_unreachable",
            server,
            paramsWith({}, { reason: message("why.no_answer_within", { limitMs: timeoutMs }) }),
          ),
        ),
      timeoutMs,
    );
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      act();
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    begin((error, rows) => settle(() => (error ? reject(error) : resolve(parseRows(rows)))));
  });
}

function parseRows(rows: unknown): readonly Row[] {
  return Array.isArray(rows) ? rows.filter(isRow) : [];
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null;
}
