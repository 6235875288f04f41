import { type DrillResult, message } from "@primacy/contract";
import type { DrillInput } from "@primacy/core/drill";
import { defineStep } from "../operation/executor";
import { deleteRows } from "./client-rows";
import { findRecorder } from "./drill-recorder";
import { endDrill } from "./end-drill";
import { noteErrorLogs } from "./note-error-logs";
import { DrillStepInput } from "./step-input";
import { endClients } from "./watch-step";

/** Ends the clients, judges what was recorded, stores it, and deletes the clients' rows. The cluster is healed by then. */
export const judgeStep = defineStep<DrillInput>({
  input: DrillStepInput,
  timeoutMs: 120_000,
  onCancel: "completes",
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const recorder = findRecorder(input.drillId);
    await recorder?.endProbe(signal);
    if (recorder !== null) await noteErrorLogs(context.worker, input, recorder, signal);
    const reason = message("failure.drill_lost_sight");
    const ending =
      recorder === null ? ({ kind: "broken_off", reason } as const) : ({ kind: "whole" } as const);
    const { verdict, worstWriteGapMs, lostWrites } = await endDrill(
      context.worker,
      input.drillId,
      ending,
      "healed",
    );
    await endClients(context, input, signal);
    await deleteRows(context.worker, input, signal);
    const output: DrillResult = { verdict, worstWriteGapMs, lostWrites };
    return { kind: "done", detail: verdict.sentence, output };
  },
});
