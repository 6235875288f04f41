import type { AddressHelperRefusal } from "@primacy/contract/agent";

/** The process that touches addresses says no. */
export class AddressHelperRefusalError extends Error {
  readonly code: AddressHelperRefusal;
  readonly retryable: boolean;
  /** What a permit must reach, where it was refused for its epoch. */
  readonly epoch: number | null;

  constructor(code: AddressHelperRefusal, text: string, epoch: number | null = null) {
    super(text);
    this.epoch = epoch;
    this.name = "AddressHelperRefusalError";
    this.code = code;
    this.retryable = code === "rate_limited";
  }
}
