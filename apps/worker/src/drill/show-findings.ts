import { type DrillInput, type DrillRecord, findDrill } from "@primacy/core/drill";
import type { StepContext } from "../operation/executor";
import { poll } from "../operation/poll";
import type { DrillRecorder } from "./drill-recorder";

/** So often what was found by now is stored, for those who watch. */
export const storeEveryMs = 1_000;

/** Stores what is found by now, and returns what it was found in. */
export async function showFindings(
  { worker }: Pick<StepContext, "worker">,
  { drillId }: Pick<DrillInput, "drillId">,
  recorder: DrillRecorder,
): Promise<DrillRecord> {
  const record = recorder.read();
  await worker.db.transact(worker.actor, (unit) => unit.drills.noteFindings(drillId, findDrill(record)));
  return record;
}

/** The same each second while something lasts, and then what came of that. */
export async function showWhile<T>(
  context: Pick<StepContext, "worker">,
  input: Pick<DrillInput, "drillId">,
  recorder: DrillRecorder,
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const over = new AbortController();
  const limit = AbortSignal.any([signal, over.signal]);
  const showing = poll(
    { everyMs: storeEveryMs, limitMs: Number.POSITIVE_INFINITY, signal: limit },
    async () => {
      await showFindings(context, input, recorder);
      return null;
    },
  ).catch((error: unknown) => {
    // What could not be shown now is shown by the next step, or that fails.
    context.worker.log.debug({ drillId: input.drillId, err: error }, "the findings are shown no more");
  });
  try {
    return await work;
  } finally {
    over.abort();
    await showing;
  }
}
