import { message, paramsWith } from "@primacy/contract";
import { type DrillInput, type DrillRecord, findDrill, isBack, judgeHalt } from "@primacy/core/drill";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { type DrillRecorder, findRecorder } from "./drill-recorder";
import { DrillStepInput } from "./step-input";
import { requireProbe } from "./watch-step";

/** So often what was found by now is stored, for those who watch. */
const storeEveryMs = 1_000;

/**
 * Waits until writes are back through every way, or for as long as it was told, and stores each second what is found by then. Throws
 * `StepFailure` `drill_halted` where the cluster is not as the plan says.
 */
export const measureStep = defineStep<DrillInput>({
  input: DrillStepInput,
  timeoutMs: 900_000,
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const recorder = requireRecorder(input);
    const { waitMs } = input;
    const back = await poll({ everyMs: storeEveryMs, limitMs: waitMs, signal }, async () => {
      const record = await showFindings(context, input, recorder);
      const halt = judgeHalt(record);
      if (halt !== null)
        throw new StepFailure("failure.drill_halted", { params: paramsWith({}, { reason: halt }) });
      requireProbe(recorder, input.observer.name);
      const ms = Math.round(record.nowMs - (record.injection?.actedMs ?? record.nowMs));
      if (isBack(record)) return ms;
      await context.report(message("detail.drill_waiting", { ms: Math.floor(ms / 1_000) * 1_000 }));
      return null;
    });
    return back === null
      ? { kind: "done", detail: message("detail.drill_late", { ms: waitMs }) }
      : { kind: "done", detail: message("detail.drill_back", { ms: back }) };
  },
});

/** The recorder of a drill. Throws `StepFailure` where another worker had it. */
export function requireRecorder({ drillId }: Pick<DrillInput, "drillId">): DrillRecorder {
  const recorder = findRecorder(drillId);
  if (recorder === null) throw new StepFailure("failure.drill_lost_sight");
  return recorder;
}

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
