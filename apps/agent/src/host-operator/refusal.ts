import { joinMessages, type Message } from "@primacy/contract";
import { ToldError } from "../message/told-error";

/** Nothing was begun, for all of these reasons. */
export class OperatorRefusal extends ToldError {
  readonly reasons: readonly Message[];

  constructor(...reasons: readonly Message[]) {
    super(joinMessages(reasons));
    this.name = "OperatorRefusal";
    this.reasons = reasons;
  }
}

/** An act could not be undone: why, for a person who has to see to it. */
export class UndoFailure extends ToldError {
  constructor(reason: Message) {
    super(reason);
    this.name = "UndoFailure";
  }
}

/** What an error says, for a message. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
