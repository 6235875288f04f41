import { type Message, message, paramsWith } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import { type DrillInput, hitPlaceOf } from "@primacy/core/drill";
import { StepFailure } from "../operation/failure";
import type { DrillRecorder } from "./drill-recorder";

/**
 * Notes that the fault took effect, as its host tells; false: it has not told yet. Throws `StepFailure` `drill_not_made` where it did not.
 */
export function noteFault(
  recorder: DrillRecorder,
  input: DrillInput,
  { evidence, state, reason }: HostActionRecord,
): boolean {
  if (evidence !== undefined && state !== "failed") {
    recorder.noteFault(evidence);
    return true;
  }
  if (state === "planned") return false;
  throw notMade(input, reason ?? message("why.drill_no_evidence"));
}

/** The failure of a fault that did not take effect. */
export function notMade(input: DrillInput, reason: Message): StepFailure {
  return new StepFailure("failure.drill_not_made", {
    params: paramsWith({ host: hitPlaceOf(input).name }, { reason }),
  });
}
