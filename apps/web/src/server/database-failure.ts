import { DatabaseError } from "@primacy/db";

/** What is to be known of a failure of the database. */
export interface DatabaseFailure {
  readonly code: string;
  /** The same request may succeed later. */
  readonly retryable: boolean;
}

/**
 * Reads an error as a failure of the database; null for any other. Told by its name, because the context is made in
 * another bundle than the one that asks, with another copy of the class.
 */
export function findDatabaseFailure(error: unknown): DatabaseFailure | null {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof Error) || error.name !== "DatabaseError") return null;
  if (!("code" in error && "retryable" in error)) return null;
  const { code, retryable } = error;
  return typeof code === "string" && typeof retryable === "boolean" ? { code, retryable } : null;
}
