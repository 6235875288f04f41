/** Why the lab could not do something; stable, for callers to branch on. */
export type LabErrorCode =
  | "requirements_missing"
  | "bad_option"
  | "lab_unknown"
  | "host_unknown"
  | "host_off"
  | "host_frozen"
  | "command_failed"
  | "command_timeout"
  | "console_refused"
  | "not_observed"
  | "group_not_ready"
  | "plugin_skipped"
  | "aborted";

/**
 * The one error type that the lab throws. `retryable` says whether the same call may succeed later
 * without anything being changed by hand.
 */
export class LabError extends Error {
  readonly code: LabErrorCode;
  readonly retryable: boolean;

  constructor(code: LabErrorCode, message: string, options?: { cause?: unknown; retryable?: boolean }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "LabError";
    this.code = code;
    this.retryable = options?.retryable ?? false;
  }
}
