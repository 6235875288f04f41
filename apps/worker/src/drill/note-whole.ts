import { poll } from "../operation/poll";
import type { DrillRecorder } from "./drill-recorder";

/** Agents tell at once what changes, and once a second else. */
const lookLimitMs = 3_000;

/** Has recorded that the group is whole, and waits for a moment until every agent has looked at its server since, so that the record shows it. */
export async function noteWhole(recorder: DrillRecorder | null, signal: AbortSignal): Promise<void> {
  if (recorder === null) return;
  recorder.noteHealed();
  await poll({ everyMs: 100, limitMs: lookLimitMs, signal }, async () =>
    recorder.hasSeenWhole ? true : null,
  );
}
