import type { ProblemDetail, Refusal } from "@primacy/contract";

/** One refusal with the reasons of all; the first names the whole. Null where there is none. */
export function joinRefusals(refusals: readonly Refusal[]): Refusal | null {
  const [first, second] = refusals;
  if (first === undefined || second === undefined) return first ?? null;
  return { ...first, errors: refusals.flatMap(reasonsOf) };
}

/** The reasons of a refusal; one without reasons of its own is itself the reason. */
export function reasonsOf({ code, message, errors }: Refusal): readonly ProblemDetail[] {
  return errors.length > 0 ? errors : [{ path: "", code, message }];
}
