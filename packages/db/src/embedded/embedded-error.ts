/**
 * Why the embedded PostgreSQL could not be started or stopped:
 * - `unsupported_platform`: no server binaries for this operating system and processor
 * - `unreachable_directory`: the server's account cannot enter the data folder
 * - `version_mismatch`: the data folder was made by another major version
 * - `command_failed`: initdb, pg_ctl or the first connection failed
 * - `start_timeout`: the server did not answer in time
 */
export type EmbeddedPostgresErrorCode =
  | "unsupported_platform"
  | "unreachable_directory"
  | "version_mismatch"
  | "command_failed"
  | "start_timeout";

/** A failure of the embedded server; the message names what failed and what to do, never a password. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
  readonly retryable: boolean;

  constructor(
    readonly code: EmbeddedPostgresErrorCode,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
    this.retryable = code === "start_timeout";
  }
}
