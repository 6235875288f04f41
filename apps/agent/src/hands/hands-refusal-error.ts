import type { HandsRefusal } from "@primacy/contract/agent";

/** The process that touches addresses says no. */
export class HandsRefusalError extends Error {
  readonly code: HandsRefusal;
  readonly retryable: boolean;
  /** What a permit must reach, where it was refused for its epoch. */
  readonly epoch: number | null;

  constructor(code: HandsRefusal, text: string, epoch: number | null = null) {
    super(text);
    this.epoch = epoch;
    this.name = "HandsRefusalError";
    this.code = code;
    this.retryable = code === "rate_limited";
  }
}
