import { isFinished, type Operation } from "@primacy/contract";

const pollMs = 2_000;

/**
 * In how many milliseconds an operation is asked for again; false: no more. One that has ended does not change, and one that is
 * not found was deleted for its age and does not come back. Any other failure may pass.
 */
export function nextPoll(
  operation: Pick<Operation, "state"> | undefined,
  refusal: string | undefined,
): number | false {
  if (refusal === "not_found") return false;
  return operation !== undefined && isFinished(operation.state) ? false : pollMs;
}
