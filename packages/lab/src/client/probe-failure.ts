import { ProbeFailure } from "@primacy/probe";
import { LabError } from "../errors";

/** What the prober threw as the lab's own error; anything else as it is. */
export function asLabError(cause: unknown): unknown {
  return cause instanceof ProbeFailure ? new LabError(cause.code, cause.message, { cause }) : cause;
}
