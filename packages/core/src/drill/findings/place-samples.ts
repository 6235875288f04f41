import type { ProbeSample } from "@primacy/contract";
import type { DrillRecord } from "./drill-record";
import { zeroOf } from "./drill-zero";

/** Every attempt of the clients with its instants in milliseconds from the fault; before one was made, see `zeroOf`. */
export function placeSamples(record: DrillRecord): readonly ProbeSample[] {
  const { probe } = record;
  const shiftMs = probe.offsetMs - zeroOf(record);
  return probe.samples.map((one) => ({
    ...one,
    dueMs: one.dueMs + shiftMs,
    startedMs: one.startedMs + shiftMs,
    endedMs: one.endedMs + shiftMs,
  }));
}
