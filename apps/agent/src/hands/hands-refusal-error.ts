import type { HandsRefusal } from "@primacy/contract/agent";

/** The process that touches addresses says no. */
export class HandsRefusalError extends Error {
  readonly code: HandsRefusal;
  readonly retryable: boolean;

  constructor(code: HandsRefusal, text: string) {
    super(text);
    this.name = "HandsRefusalError";
    this.code = code;
    this.retryable = code === "rate_limited";
  }
}
