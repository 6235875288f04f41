import { monotonicMs } from "./monotonic";

/** Proof that an act is in force: its effect was seen by something else than what acted. */
export interface Evidence<Name extends string> {
  readonly fault: Name;
  readonly target: string;
  /** CLOCK_MONOTONIC just before the act, in ms. */
  readonly actedAtMs: number;
  /** CLOCK_MONOTONIC when the effect had been seen, in ms. */
  readonly observedAtMs: number;
  /** What was seen, one sentence each. */
  readonly observations: readonly string[];
}

/** Does `act`, then has `observe` see its effect, and dates both. Whatever either throws passes through. */
export async function actAndObserve<Name extends string>(
  fault: Name,
  target: string,
  act: () => Promise<void> | void,
  observe: () => Promise<readonly string[]>,
): Promise<Evidence<Name>> {
  const actedAtMs = monotonicMs();
  await act();
  const observations = await observe();
  return { fault, target, actedAtMs, observedAtMs: monotonicMs(), observations };
}
