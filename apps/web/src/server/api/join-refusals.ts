import { type ProblemDetail, type Refusal, refuse } from "@primacy/contract";

/** One refusal with the reasons of all; the first names the whole. Null where there is none. */
export function joinRefusals(asked: readonly (Refusal | null)[]): Refusal | null {
  const refusals = asked.flatMap((refusal) => refusal ?? []);
  const [first, second] = refusals;
  if (first === undefined || second === undefined) return first ?? null;
  return { ...first, errors: refusals.flatMap(reasonsOf) };
}

/** The refusal of a request with problems; null where it has none. */
export function refuseInvalid(problems: readonly ProblemDetail[]): Refusal | null {
  return problems.length > 0 ? refuse("validation_failed", problems) : null;
}

/** The reasons of a refusal; one without reasons of its own is itself the reason. */
export function reasonsOf({ code, message, errors }: Refusal): readonly ProblemDetail[] {
  return errors.length > 0 ? errors : [{ path: "", code, message }];
}
