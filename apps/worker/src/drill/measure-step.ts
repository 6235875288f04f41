import { message, paramsWith } from "@primacy/contract";
import { type DrillInput, isBack, judgeHalt, traitsOf } from "@primacy/core/drill";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { askFault } from "./ask-fault";
import { type DrillRecorder, findRecorder } from "./drill-recorder";
import { noteFault } from "./note-fault";
import { showFindings, storeEveryMs } from "./show-findings";
import { DrillStepInput } from "./step-input";
import { requireProbe } from "./watch-step";

/** One question to an agent that may be away, so that the others are looked at meanwhile. */
const evidenceLimitMs = 1_500;

/**
 * Waits until writes come through every way and nothing more is to be expected, or for as long as it was told, and stores each second what is
 * found by then. Throws `StepFailure` `drill_halted` where the cluster is not as the plan says.
 */
export const measureStep = defineStep<DrillInput>({
  input: DrillStepInput,
  timeoutMs: 900_000,
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const recorder = requireRecorder(input);
    const { waitMs } = input;
    const { takesPrimary, holdsWrites } = traitsOf(input.fault);
    const back = await poll({ everyMs: storeEveryMs, limitMs: waitMs, signal }, async () => {
      const record = await showFindings(context, input, recorder);
      const halt = judgeHalt(record);
      if (halt !== null)
        throw new StepFailure("failure.drill_halted", { params: paramsWith({}, { reason: halt }) });
      requireProbe(recorder, input.observer.name);
      if (!recorder.isFaultKnown) await askLate(context, input, recorder, signal);
      const ms = Math.round(record.nowMs - (record.injection?.actedMs ?? record.armedMs ?? record.nowMs));
      if (isBack(record)) return ms;
      const since = { ms: Math.floor(ms / 1_000) * 1_000 };
      await context.report(
        message(takesPrimary ? "detail.drill_waiting" : "detail.drill_watching_on", since),
      );
      return null;
    });
    if (back === null) {
      const late = holdsWrites ? "detail.drill_held" : "detail.drill_late";
      return { kind: "done", detail: message(late, { ms: waitMs }) };
    }
    const code = takesPrimary ? "detail.drill_back" : "detail.drill_steady";
    return { kind: "done", detail: message(code, { ms: back }) };
  },
});

/** Of a fault that hit the agent through which it was ordered, the host tells once an agent answers again. */
async function askLate(
  context: StepContext,
  input: DrillInput,
  recorder: DrillRecorder,
  signal: AbortSignal,
): Promise<void> {
  const told = await askFault(context, input, evidenceLimitMs, signal);
  if (told !== null) noteFault(recorder, input, told);
}

/** The recorder of a drill. Throws `StepFailure` where another worker had it. */
export function requireRecorder({ drillId }: Pick<DrillInput, "drillId">): DrillRecorder {
  const recorder = findRecorder(drillId);
  if (recorder === null) throw new StepFailure("failure.drill_lost_sight");
  return recorder;
}
