import { monotonicMs } from "../process/monotonic";
import type { FaultEvidence, FaultName } from "./evidence";

/** Does `act`, then has `observe` see its effect, and dates both. Whatever either throws passes through. */
export async function actAndObserve(
  fault: FaultName,
  target: string,
  act: () => Promise<void> | void,
  observe: () => Promise<readonly string[]>,
): Promise<FaultEvidence> {
  const actedAtMs = monotonicMs();
  await act();
  const observations = await observe();
  return { fault, target, actedAtMs, observedAtMs: monotonicMs(), observations };
}
