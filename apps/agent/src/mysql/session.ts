import { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { type Message, message } from "@primacy/contract";
import { type Connection, createConnection } from "mysql2";
import { ToldError } from "../message/told-error";

/** Where the local server is and how to sign in to it. */
export interface MysqlSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /**
   * The server is refused unless it is on this host. A copy of another host's agent, as on a machine made from an image of that
   * host, would otherwise sign in to the other's server, and prove a right that is not its own.
   */
  readonly isOwn?: boolean;
  /** Without TLS wherever the server is, and no second time with it: to try what another program does so. */
  readonly isPlain?: boolean;
}

/** One result row: texts and numbers by position, null where the server said NULL. */
export type SqlRow = readonly (string | number | null)[];

/** The server refused a statement or a sign-in. `isGone` tells that the connection is of no more use. */
export class MysqlError extends ToldError {
  /** The server's or the system's code, for example `ER_NO_SUCH_TABLE` or `ECONNREFUSED`. */
  readonly code: string;
  readonly isGone: boolean;
  readonly retryable: boolean;

  constructor(code: string, told: Message, isGone: boolean, cause?: unknown) {
    super(told, { cause });
    this.name = "MysqlError";
    this.code = code;
    this.isGone = isGone;
    this.retryable = isGone;
  }
}

/**
 * One session with the local server. Statements run one after the other. Nothing reconnects: a session
 * that is lost stays lost, because evidence must come from one session.
 */
export class MysqlSession {
  readonly #connection: Connection;
  readonly #onLost = new Set<(told: Message) => void>();
  #lost: Message | null = null;

  private constructor(connection: Connection) {
    this.#connection = connection;
    // `error` and `end` may both come; the first one counts.
    connection.on("error", (error) => {
      this.#lose(tellSystem(error, "ECONNRESET"));
    });
    connection.on("end", () => {
      this.#lose(message("server.closed"));
    });
  }

  /** Signs in and runs `setup` statements. Throws MysqlError; `timeoutMs` covers connection and sign-in. */
  static async open(
    settings: MysqlSettings,
    options: { readonly timeoutMs: number; readonly setup: readonly string[] },
  ): Promise<MysqlSession> {
    const endMs = performance.now() + options.timeoutMs;
    const connection = await connect(settings, options.timeoutMs);
    const session = new MysqlSession(connection);
    const timer = setTimeout(() => session.destroy(), Math.max(1, endMs - performance.now()));
    try {
      for (const statement of options.setup) {
        await session.query(statement);
      }
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** False once the connection broke or was destroyed. */
  get isAlive(): boolean {
    return this.#lost === null;
  }

  /** Calls back once when the connection breaks or is destroyed; at once when that has happened. */
  onLost(callback: (told: Message) => void): void {
    if (this.#lost === null) {
      this.#onLost.add(callback);
    } else {
      callback(this.#lost);
    }
  }

  /** Runs one statement and returns its rows. Throws MysqlError. It cannot be cancelled, only destroyed. */
  async query(statement: string): Promise<readonly SqlRow[]> {
    const rows: SqlRow[] = [];
    await this.stream(statement, (row) => {
      rows.push(row);
    });
    return rows;
  }

  /**
   * Runs statements separated by `;` in one round trip and hands out each row as it comes, with the number of
   * its statement. Resolves after the last; throws MysqlError.
   */
  stream(statements: string, onRow: (row: SqlRow, index: number) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== null) {
        reject(new MysqlError("ECONNRESET", this.#lost, true));
        return;
      }
      const giveUp = (told: Message): void => {
        reject(new MysqlError("ECONNRESET", told, true));
      };
      this.#onLost.add(giveUp);
      const query = this.#connection.query({ sql: statements, rowsAsArray: true });
      query.on("result", (row: unknown, index: unknown) => {
        if (Array.isArray(row)) {
          onRow(row.map(parseValue), typeof index === "number" ? index : 0);
        }
      });
      query.on("error", (error) => {
        this.#onLost.delete(giveUp);
        reject(toMysqlError(error));
      });
      query.on("end", () => {
        this.#onLost.delete(giveUp);
        resolve();
      });
    });
  }

  /** Closes the socket at once, whatever the server is doing. May be called twice. */
  destroy(): void {
    this.#connection.destroy();
    this.#lose(message("server.too_slow"));
  }

  #lose(told: Message): void {
    if (this.#lost === null) {
      this.#lost = told;
      this.#connection.destroy();
      for (const callback of [...this.#onLost]) {
        callback(told);
      }
      this.#onLost.clear();
    }
  }
}

function toMysqlError(error: unknown): MysqlError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const isGone = error instanceof Error && "fatal" in error && error.fatal === true;
  return new MysqlError(code, tellSystem(error, code), isGone, error);
}

/** What the server or the system said, and its code. */
function tellSystem(error: unknown, errorCode: string): Message {
  const said = error instanceof Error ? error.message : String(error);
  return message("server.said", { said, errorCode });
}

function parseValue(value: unknown): string | number | null {
  if (value === null || value === undefined) {
    return null;
  }
  return typeof value === "number" ? value : String(value);
}

/**
 * Over loopback without TLS first: the password goes encrypted by the server's key, and each probe costs less. By any
 * other address always with it: the agent's account there demands it.
 */
async function connect(settings: MysqlSettings, timeoutMs: number): Promise<Connection> {
  if (settings.isPlain === true) {
    return connectOnce(settings, timeoutMs, false);
  }
  if (!isLoopback(settings.host)) {
    return connectOnce(settings, timeoutMs, true);
  }
  try {
    return await connectOnce(settings, timeoutMs, false);
  } catch (error) {
    if (error instanceof MysqlError && error.code === "ER_SECURE_TRANSPORT_REQUIRED") {
      return connectOnce(settings, timeoutMs, true);
    }
    throw error;
  }
}

/**
 * The other end is an address of this host. One that has just been added, or is on an interface without carrier, is known by
 * being at this end too: the kernel chooses it so for most of its own.
 */
function isOnThisHost(connection: Connection): boolean {
  const socket: unknown = "stream" in connection ? connection.stream : null;
  const remote = socket instanceof Socket ? socket.remoteAddress : undefined;
  if (!(socket instanceof Socket) || remote === undefined) return false;
  const own = Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
  return isLoopback(remote) || remote === socket.localAddress || own.includes(remote);
}

function isLoopback(host: string): boolean {
  return /^(?:127\.|localhost$|::1$)/i.test(host);
}

function connectOnce(settings: MysqlSettings, timeoutMs: number, isEncrypted: boolean): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = createConnection({
      host: settings.host,
      port: settings.port,
      user: settings.user,
      password: settings.password,
      connectTimeout: timeoutMs,
      multipleStatements: true,
      dateStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: false,
      jsonStrings: true,
      connectAttributes: { program_name: "primacy-agent" },
      // The server's certificate is its own; what identifies it is that it listens on this host. Without a list of authorities
      // Node would read its own hundred and forty, which takes longer than all else of a start.
      ...(isEncrypted ? { ssl: { rejectUnauthorized: false, minVersion: "TLSv1.2", ca: [] } } : {}),
    });
    const timer = setTimeout(() => {
      fail("ETIMEDOUT", message("server.no_answer", { limitMs: timeoutMs }));
    }, timeoutMs);
    const fail = (code: string, told: Message, cause?: unknown): void => {
      clearTimeout(timer);
      connection.destroy();
      reject(new MysqlError(code, told, true, cause));
    };
    connection.once("error", (error) => {
      const code = "code" in error ? String(error.code) : "unknown";
      fail(code, tellSystem(error, code), error);
    });
    connection.connect((error) => {
      if (error !== null) {
        fail(error.code ?? "unknown", tellSystem(error, error.code ?? "unknown"), error);
        return;
      }
      if (settings.isOwn === true && !isOnThisHost(connection)) {
        fail("ENOTLOCAL", message("server.elsewhere", { address: settings.host }));
        return;
      }
      clearTimeout(timer);
      connection.removeAllListeners("error");
      resolve(connection);
    });
  });
}
