import type { Message } from "@primacy/contract";
import type { AddressHelperRefusal } from "@primacy/contract/agent";
import { ToldError } from "../message/told-error";

/** The process that touches addresses says no. */
export class AddressHelperRefusalError extends ToldError {
  readonly code: AddressHelperRefusal;
  readonly retryable: boolean;
  /** What a grant must reach, where it was refused for its epoch. */
  readonly epoch: number | null;

  constructor(code: AddressHelperRefusal, told: Message, epoch: number | null = null) {
    super(told);
    this.epoch = epoch;
    this.name = "AddressHelperRefusalError";
    this.code = code;
    this.retryable = code === "rate_limited";
  }
}
