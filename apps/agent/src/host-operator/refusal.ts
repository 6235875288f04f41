import type { Message } from "@primacy/contract";

/** Nothing was begun, for all of these reasons. */
export class OperatorRefusal extends Error {
  readonly reasons: readonly Message[];

  constructor(...reasons: readonly Message[]) {
    super(reasons.map(({ text }) => text).join(" "));
    this.name = "OperatorRefusal";
    this.reasons = reasons;
  }
}

/** An act could not be undone: why, for a person who has to see to it. */
export class UndoFailure extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(reason.text);
    this.name = "UndoFailure";
    this.reason = reason;
  }
}

/** What an error says, for a message. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
