/**
 * Why the console's database did not do what was asked:
 * - `database_unavailable`: it cannot be reached, is starting or stopping, or dropped the connection
 * - `transaction_conflict`: it undid the transaction in favour of another one
 * - `statement_timeout`: a statement or the wait for a connection took longer than its limit
 * - `connection_refused`: it does not accept the user, the password or the database name
 * - `not_migrated`: its tables are not those of this release
 * - `unstorable_text`: a text holds what PostgreSQL cannot store, such as a NUL
 * - `lease_lost`: the writer's lease ended or passed to another process; nothing was written
 * - `not_found`: a row that must exist does not
 * - `unaudited_change`: a person's change was about to be committed without an audit entry (a bug)
 */
export type DatabaseErrorCode =
  | "database_unavailable"
  | "transaction_conflict"
  | "statement_timeout"
  | "connection_refused"
  | "not_migrated"
  | "unstorable_text"
  | "lease_lost"
  | "not_found"
  | "unaudited_change";

const retryableCodes: ReadonlySet<DatabaseErrorCode> = new Set([
  "database_unavailable",
  "transaction_conflict",
  "statement_timeout",
]);

/**
 * A failure of the database. `retryable` says that the same transaction may succeed later. After
 * `database_unavailable` a transaction may or may not have been committed.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly retryable: boolean;

  constructor(
    readonly code: DatabaseErrorCode,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
    this.retryable = retryableCodes.has(code);
  }
}

/** The failure of a `get`: the row does not exist. */
export function notFound(what: string, id: string): DatabaseError {
  return new DatabaseError("not_found", `There is no ${what} ${id}`);
}

/** The failure of a write under a lease that this process no longer holds. */
export function leaseLost(what: string, id: string): DatabaseError {
  return new DatabaseError("lease_lost", `The lease on ${what} ${id} ended or was taken over`);
}
