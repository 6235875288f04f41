import { message, paramsWith } from "@primacy/contract";
import {
  type DrillInput,
  listUnwritten,
  lookAgainMs,
  type RecordedWrites,
  traitsOf,
} from "@primacy/core/drill";
import type { WorkerContext } from "../context";
import { MysqlFailure } from "../mysql/mysql-failure";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { writeAndDelete } from "./client-rows";
import type { DrillRecorder } from "./drill-recorder";

/** A server looks for space once a minute, and then has to write all that waited. */
const backMs = lookAgainMs + 30_000;

/** What is asked of who records a drill; see `DrillRecorder`. */
export interface WritesRecorder extends Pick<DrillRecorder, "lostProbe"> {
  read(): RecordedWrites;
}

/**
 * Waits until writes come through every way again, after the heal of a fault that held them; does nothing of any other. Where this worker
 * records no clients, the primary has to take a row of this worker's and to delete it. Throws `StepFailure`.
 */
export async function awaitWrites(
  worker: WorkerContext,
  input: DrillInput,
  recorder: WritesRecorder | null,
  signal: AbortSignal,
  limitMs = backMs,
): Promise<void> {
  if (!traitsOf(input.fault).holdsWrites) return;
  let missing = input.ways.map(({ label }) => label);
  const isWritten = await poll({ everyMs: 500, limitMs, signal }, async () => {
    missing =
      recorder?.lostProbe === null
        ? [...listUnwritten(recorder.read())]
        : (await canWrite(worker, input, signal))
          ? []
          : missing;
    return missing.length === 0 ? true : null;
  });
  if (isWritten !== null) return;
  const reason = message("why.drill_no_writes", { endpoints: missing.join(", ") });
  throw new StepFailure("failure.drill_unhealed", {
    params: paramsWith({ member: input.target.name }, { reason }),
  });
}

async function canWrite(worker: WorkerContext, input: DrillInput, signal: AbortSignal): Promise<boolean> {
  try {
    return await writeAndDelete(worker, input, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    return false;
  }
}
