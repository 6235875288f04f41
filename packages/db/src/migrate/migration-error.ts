/**
 * Why migrations were refused or failed:
 * - `edited`: a migration was changed after it had been applied
 * - `failed_earlier`: a migration was left half applied by another tool
 * - `unknown`: the database has migrations of a newer release
 * - `statement_failed`: the SQL of a migration failed; nothing of that migration is left
 * - `locked`: another process was migrating for longer than the limit
 */
export type MigrationErrorCode = "edited" | "failed_earlier" | "unknown" | "statement_failed" | "locked";

/** A migration that was refused or failed. Every migration is applied whole or not at all. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  readonly retryable: boolean;

  constructor(
    readonly code: MigrationErrorCode,
    readonly migration: string | null,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
    this.retryable = code === "locked";
  }
}
