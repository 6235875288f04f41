import { type Message, message, quote } from "@primacy/contract";
import { ActFailure } from "@primacy/host-acts";

/** A failure of the agent's own that people are told of: a code with parameters, with its English as the error's message. */
export class ToldError extends Error {
  readonly told: Message;

  constructor(told: Message, options: { readonly cause?: unknown } = {}) {
    super(told.text, options);
    this.told = told;
  }
}

/** What is told of an error: its own message, or what the system said, quoted. English of ours is never quoted. */
export function tellError(error: unknown): Message {
  if (error instanceof ToldError) return error.told;
  if (error instanceof ActFailure) return message("act.failed");
  return quote(error instanceof Error ? error.message : String(error));
}
