import {
  type Message,
  message,
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
  /** What was recorded of the step; of one that is left it says why. */
  readonly detail: Message | null;
}

/** The problem of an operation that failed, as long as nothing is known of what was taken back. */
export function toOperationProblem(operationId: string, failure: ExplainedFailure): Problem {
  return { ...problemBase(operationId, failure.code, failure.explanation), errors: [] };
}

/** The problem with what became of each step: what was taken back and what was not. */
export function withFates(problem: Problem, fates: readonly StepFate[]): Problem {
  const told = fates.map((one) => ({
    path: `/steps/${one.ordinal}`,
    code: `step_${one.fate}`,
    message: describeFate(one),
  }));
  return { ...problem, errors: [...problem.errors, ...told] };
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

function describeFate({ ordinal, fate, detail }: StepFate): Message {
  const number = ordinal + 1;
  if (fate === "undone") return message("failure.step_undone", { number });
  if (fate === "kept") return message("failure.step_kept", { number });
  return detail ?? message("failure.step_left", { number, reason: "-" });
}
