/** `not_observed`: what was to be acted on is not there, or no effect was seen in time; `aborted`: the caller gave up. */
export type ActFailureCode = "not_observed" | "aborted";

/** What acts throw. `retryable` says whether the same act may succeed later without anything being changed by hand. */
export class ActFailure extends Error {
  readonly code: ActFailureCode;
  readonly retryable: boolean;

  constructor(code: ActFailureCode, message: string, options: { readonly retryable?: boolean } = {}) {
    super(message);
    this.name = "ActFailure";
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}
