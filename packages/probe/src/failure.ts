/** `not_observed`: no write was acknowledged in time, or the prober has ended; `aborted`: the caller gave up. */
export type ProbeFailureCode = "not_observed" | "aborted";

/** What the prober throws. */
export class ProbeFailure extends Error {
  readonly code: ProbeFailureCode;

  constructor(code: ProbeFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ProbeFailure";
    this.code = code;
  }
}
