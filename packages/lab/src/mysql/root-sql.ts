import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, createConnection } from "mysql2";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";

/** Limits of a piece of SQL. */
export interface RootSqlOptions {
  /** 30 s when absent. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Of another server of the host than the lab's own. */
  readonly socket?: string;
}

/** What of a host it takes to reach its server. */
type SqlHost = Pick<LabHost, "name" | "findOnMachine">;

/**
 * Runs SQL as the server's own root through the host's local socket, which works without any account and any network of
 * the lab, and takes a fraction of what a client started inside the host takes. Returns the rows of all statements, each
 * value as text, and `NULL` for none. After the first statement that fails none is run; what was sent before this gives up
 * is run. A server that goes into offline mode closes also what is still signing in: that is tried again, since none of
 * its statements was sent. Throws LabError `host_off`, `host_frozen`, `command_failed` with the server's reason,
 * `command_timeout` (also for a server that stands still) or `aborted`.
 */
export async function runRootSql(
  host: SqlHost,
  sql: string,
  options: RootSqlOptions = {},
): Promise<string[][]> {
  const socketPath = await host.findOnMachine(options.socket ?? "/run/mysqld/mysqld.sock");
  const { timeoutMs = 30_000, signal } = options;
  const deadline = performance.now() + timeoutMs;
  const ask: Ask = { socketPath, timeoutMs, deadline, signal };
  for (;;) {
    if (signal?.aborted === true)
      throw new LabError("aborted", `Not asked of ${host.name}, since it was aborted.`);
    const told = await askOnce(host, sql, ask);
    if (!(told instanceof LabError)) return told;
    // A question with no time for its answer would only hide the reason.
    if (deadline - performance.now() < leastMs) throw told;
    await delay(closedPauseMs);
  }
}

const closedPauseMs = 50;
const leastMs = 500;
const closedCodes = new Set<unknown>(["EPIPE", "ECONNRESET", "PROTOCOL_CONNECTION_LOST"]);

interface Ask {
  readonly socketPath: string;
  readonly timeoutMs: number;
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** The rows, or why there are none where the server ended the connection before it let anybody in; anything else is thrown. */
async function askOnce(
  host: SqlHost,
  sql: string,
  { socketPath, timeoutMs, deadline, signal }: Ask,
): Promise<string[][] | LabError> {
  // Ended here, for mysql2 only ever half closes one, which a server does not notice while it runs a statement.
  const stream = connect(socketPath);
  const connection = createConnection({
    stream,
    user: "root",
    charset: "utf8mb4_0900_ai_ci",
    connectTimeout: 0,
    multipleStatements: true,
  });
  let isIn = false;
  connection.once("connect", () => {
    isIn = true;
  });
  let giveUp: (error: LabError) => void = () => undefined;
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const onLate = (): void =>
    giveUp(
      new LabError("command_timeout", `No answer of ${host.name}'s MySQL within ${timeoutMs} ms.`, {
        retryable: true,
      }),
    );
  const onAbort = (): void =>
    giveUp(new LabError("aborted", `Aborted while ${host.name}'s MySQL was asked.`));
  const timer = setTimeout(onLate, Math.max(0, deadline - performance.now()));
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const rows = await Promise.race([givenUp, readRows(connection, sql)]);
    connection.end();
    return rows;
  } catch (cause) {
    stream.destroy();
    if (cause instanceof LabError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const failure = new LabError("command_failed", `${host.name}'s MySQL: ${reason}`, { cause });
    if (!isIn && isClosed(cause)) return failure;
    throw failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

function isClosed(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && closedCodes.has(cause.code);
}

function readRows(connection: Connection, sql: string): Promise<string[][]> {
  return new Promise((resolve, reject) => {
    const rows: string[][] = [];
    connection.on("error", reject);
    connection
      .query({ sql, rowsAsArray: true, typeCast: (field) => field.string("utf8") ?? "NULL" })
      .on("error", reject)
      // A statement without rows ends with a header.
      .on("result", (row: unknown) => {
        if (Array.isArray(row)) rows.push(row.map(String));
      })
      .on("end", () => resolve(rows));
  });
}

/** Rows as one text: columns split by tabs, rows by line ends. */
export function joinRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.join("\t")).join("\n");
}

/** Quotes a string for SQL; the lab's own names and passwords only. */
export function quoteSql(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
