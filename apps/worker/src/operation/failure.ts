import { Message, type MessageParams, message } from "@primacy/contract";
import { z } from "zod";

const codes = z.object({
  code: z.string(),
  retryable: z.boolean(),
  explanation: Message,
  changedNothing: z.boolean().optional(),
});

/** What the engine and people need of a failure: the code, whether trying again may help, and what to tell. */
export interface ExplainedFailure {
  readonly code: string;
  readonly retryable: boolean;
  readonly explanation: Message;
  /** The step has changed nothing in any of its attempts, so there is nothing to take back. */
  readonly changedNothing?: boolean | undefined;
}

type ExplanationCode = Parameters<typeof message>[0];

/** A step could not do what it should. Its code is the one of the text without `failure.`; `explanation` says what failed, why, and what to do. */
export class StepFailure extends Error implements ExplainedFailure {
  readonly code: string;
  readonly retryable: boolean;
  readonly explanation: Message;
  readonly changedNothing: boolean;
  constructor(
    code: ExplanationCode,
    options: {
      params?: MessageParams;
      retryable?: boolean;
      changedNothing?: boolean;
      cause?: unknown;
    } = {},
  ) {
    const explanation = message(code, options.params);
    super(explanation.text, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "StepFailure";
    this.code = code.replace(/^failure\./, "");
    this.retryable = options.retryable ?? false;
    this.explanation = explanation;
    this.changedNothing = options.changedNothing ?? false;
  }
}

/** Reads a thrown value as a failure that can be explained; null for anything else, which is a bug. */
export function findExplainedFailure(error: unknown): ExplainedFailure | null {
  if (!(error instanceof Error)) return null;
  const parsed = codes.safeParse(error);
  return parsed.success ? parsed.data : null;
}
