import { DatabaseError, type DatabaseErrorCode } from "./database-error";

/** Codes of PostgreSQL (SQLSTATE), Prisma (P…), its driver (words) and the operating system, and what they mean here. */
const meanings: Readonly<Record<string, DatabaseErrorCode>> = {
  ECONNREFUSED: "database_unavailable",
  ECONNRESET: "database_unavailable",
  EPIPE: "database_unavailable",
  ENOTFOUND: "database_unavailable",
  EAI_AGAIN: "database_unavailable",
  EHOSTUNREACH: "database_unavailable",
  ENETUNREACH: "database_unavailable",
  ETIMEDOUT: "database_unavailable",
  // Admin shutdown, crash shutdown, cannot connect now (starting), database dropped, too many connections.
  "57P01": "database_unavailable",
  "57P02": "database_unavailable",
  "57P03": "database_unavailable",
  "57P04": "database_unavailable",
  "53300": "database_unavailable",
  // The connection ends between two statements of a transaction.
  "25P03": "database_unavailable",
  P1001: "database_unavailable",
  P1002: "database_unavailable",
  P1008: "database_unavailable",
  P1017: "database_unavailable",
  DatabaseNotReachable: "database_unavailable",
  ConnectionClosed: "database_unavailable",
  SocketTimeout: "database_unavailable",
  TooManyConnections: "database_unavailable",
  "40001": "transaction_conflict",
  "40P01": "transaction_conflict",
  P2034: "transaction_conflict",
  TransactionWriteConflict: "transaction_conflict",
  // Wrong password, no such role, no such database.
  "28P01": "connection_refused",
  "28000": "connection_refused",
  "3D000": "connection_refused",
  P1000: "connection_refused",
  P1003: "connection_refused",
  P1010: "connection_refused",
  AuthenticationFailed: "connection_refused",
  DatabaseAccessDenied: "connection_refused",
  DatabaseDoesNotExist: "connection_refused",
  // A table or a column that the migrations of this release would have made.
  "42P01": "not_migrated",
  "42703": "not_migrated",
  P2021: "not_migrated",
  P2022: "not_migrated",
  // A byte sequence that is no text of the database's encoding, or one that jsonb cannot hold.
  "22021": "unstorable_text",
  "22P05": "unstorable_text",
  "57014": "statement_timeout",
  "55P03": "statement_timeout",
  P2024: "statement_timeout",
};

/** Failures of Prisma and the driver that carry no code of their own. */
const timedOut = /query read timeout|expired transaction|unable to start a transaction in the given time/i;
const lostConnection =
  /connection terminated|connection ended|timeout exceeded when trying to connect|timeout expired|not queryable|client has encountered a connection error|server closed the connection|cannot use a pool after|transaction already closed/i;

const MAX_DEPTH = 6;

/**
 * Gives a failure of Prisma or the driver its meaning: a {@link DatabaseError} with the original as
 * `cause`, or the value itself where the meaning is unknown (a bug, a violated constraint).
 */
export function translateError(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  const code = findMeaning(error, 0);
  return code ? new DatabaseError(code, describe(code), { cause: error }) : error;
}

/** True when a unique constraint or index refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return listCodes(error, 0).some((code) => code === "P2002" || code === "23505");
}

/** True when a row is still referred to, or refers to one that is gone. */
export function isReferenceViolation(error: unknown): boolean {
  return listCodes(error, 0).some((code) => code === "P2003" || code === "23503" || code === "23001");
}

function findMeaning(error: unknown, depth: number): DatabaseErrorCode | null {
  for (const code of listCodes(error, depth)) {
    const meaning = meanings[code] ?? (code.startsWith("08") ? "database_unavailable" : undefined);
    if (meaning) return meaning;
  }
  const messages = listMessages(error, depth);
  if (messages.some((text) => timedOut.test(text))) return "statement_timeout";
  return messages.some((text) => lostConnection.test(text)) ? "database_unavailable" : null;
}

function listCodes(value: unknown, depth: number): string[] {
  return walk(value, depth).flatMap((node) =>
    [node.code, node.originalCode, node.kind].filter((code) => typeof code === "string"),
  );
}

function listMessages(value: unknown, depth: number): string[] {
  return walk(value, depth).flatMap((node) =>
    [node.message, node.originalMessage].filter((text) => typeof text === "string"),
  );
}

/** The error and what it wraps: Prisma nests the driver's error in `cause` and in `meta`. */
function walk(value: unknown, depth: number): Record<string, unknown>[] {
  if (!isRecord(value) || depth > MAX_DEPTH) return [];
  const nested = [value.cause, value.meta, value.driverAdapterError, value.errors].flat();
  return [value, ...nested.flatMap((inner) => walk(inner, depth + 1))];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const descriptions: Readonly<Partial<Record<DatabaseErrorCode, string>>> = {
  transaction_conflict: "The transaction gave way to another one",
  statement_timeout: "The console's database took longer than its limit",
  connection_refused:
    "The console's database refused the connection; check user, password and database name in DATABASE_URL",
  unstorable_text: "A text holds what the console's database cannot store",
  not_migrated: "The console's database has not been migrated to this release",
};

function describe(code: DatabaseErrorCode): string {
  return descriptions[code] ?? "The console's database does not answer";
}
