import type { ProbeSample } from "@primacy/contract";
import type { DrillRecord } from "./drill-record";

/** Every attempt of the clients with its instants in milliseconds from the fault; before one was made, from the beginning. */
export function placeSamples({ probe, injection, startedMs }: DrillRecord): readonly ProbeSample[] {
  const shiftMs = probe.offsetMs - (injection?.actedMs ?? startedMs);
  return probe.samples.map((one) => ({
    ...one,
    dueMs: one.dueMs + shiftMs,
    startedMs: one.startedMs + shiftMs,
    endedMs: one.endedMs + shiftMs,
  }));
}
