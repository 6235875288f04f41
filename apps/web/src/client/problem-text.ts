import { formatMessage, type Locale, type Problem } from "@primacy/contract";

/** The reasons that belong to one field (`/address`, or all below `/hosts/0`), in the reader's language. */
export function fieldErrors(problem: Problem | null, pointer: string, locale: Locale): string[] {
  return (problem?.errors ?? [])
    .filter((one) => one.path === pointer)
    .map((one) => formatMessage(one.message, locale));
}

/** The reasons that belong to none of the fields named, and the title where there is none at all. */
export function generalErrors(
  problem: Problem | null,
  pointers: readonly string[],
  locale: Locale,
): string[] {
  if (problem === null) return [];
  const rest = problem.errors
    .filter((one) => !pointers.includes(one.path))
    .map((one) => formatMessage(one.message, locale));
  return rest.length > 0 || problem.errors.length > 0 ? rest : [formatMessage(problem.message, locale)];
}
