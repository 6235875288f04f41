import { type Message, message } from "@primacy/contract";
import { DatabaseError, MasterKeyError } from "@primacy/db";
import { type ExplainedFailure, findExplainedFailure } from "./failure";

/**
 * Says what a thrown value means to people. `isBug` is true for what nobody foresaw: its details belong into the
 * log, and people get the operation's id to find them.
 */
export function explain(error: unknown, operationId: string): ExplainedFailure & { readonly isBug: boolean } {
  const known = findExplainedFailure(error);
  if (known !== null) return { ...known, isBug: false };
  if (error instanceof DatabaseError) {
    return failure("failure.console_database", error.retryable, { reason: error.code });
  }
  if (error instanceof MasterKeyError) return failure("failure.master_key", false, { reason: error.code });
  return { ...failure("failure.internal", false, { operationId }), isBug: true };
}

type Code = Parameters<typeof message>[0];

function failure(
  code: Code,
  retryable: boolean,
  params: Message["params"],
): ExplainedFailure & { isBug: boolean } {
  return {
    code: code.replace(/^failure\./, ""),
    retryable,
    explanation: message(code, params),
    isBug: false,
  };
}
