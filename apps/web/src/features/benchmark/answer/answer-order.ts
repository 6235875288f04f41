import type { ArmDifference } from "@primacy/contract";

/** The answers as the page has them. */
export interface OrderedAnswers {
  /** One for each arm: over all numbers of threads, or of the only one. */
  readonly main: readonly ArmDifference[];
  /** Of each arm for each number of threads, in the order of the arms. */
  readonly byThreads: readonly ArmDifference[];
}

/** Splits the differences into the one that each arm is told by, and those by number of threads. */
export function listAnswers(differences: readonly ArmDifference[]): OrderedAnswers {
  const overall = differences.filter(({ threads }) => threads === null);
  const byThreads = differences.filter(({ threads }) => threads !== null);
  return { main: overall.length > 0 ? overall : byThreads, byThreads };
}
