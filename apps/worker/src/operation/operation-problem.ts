import {
  type Message,
  message,
  messageWith,
  type Problem,
  ProblemCode,
  problemStatus,
  type Refusal,
} from "@primacy/contract";
import type { ExplainedFailure } from "./failure";

/** What became of one step when an operation turned back. */
export interface StepFate {
  readonly ordinal: number;
  readonly fate: "undone" | "left" | "kept";
  readonly reason: Message | null;
}

/** The problem of an operation that failed: what failed, and, step by step, what was taken back and what was not. */
export function toOperationProblem(
  operationId: string,
  failure: ExplainedFailure,
  fates: readonly StepFate[],
): Problem {
  return {
    ...problemBase(operationId, failure.code, failure.explanation),
    errors: fates.map((one) => ({
      path: `/steps/${one.ordinal}`,
      code: `step_${one.fate}`,
      message: describeFate(one),
    })),
  };
}

/** The problem of an operation whose plan was refused: nothing was done. */
export function toRefusalProblem(operationId: string, refusal: Refusal): Problem {
  return { ...problemBase(operationId, refusal.code, refusal.message), errors: [...refusal.errors] };
}

function problemBase(operationId: string, code: string, text: Message): Omit<Problem, "errors"> {
  const known = ProblemCode.safeParse(code);
  return {
    type: `/api/v1/docs#problem-${code}`,
    title: text.text,
    status: known.success ? problemStatus[known.data] : 500,
    code,
    message: text,
    requestId: operationId,
  };
}

function describeFate({ ordinal, fate, reason }: StepFate): Message {
  const number = ordinal + 1;
  if (fate === "undone") return message("failure.step_undone", { number });
  if (fate === "kept") return message("failure.step_kept", { number });
  return reason === null
    ? message("failure.step_left", { number, reason: "-" })
    : messageWith("failure.step_left", { number }, { reason });
}
