import { type DrillResult, joinMessages, message, paramsWith } from "@primacy/contract";
import type { DrillInput } from "@primacy/core/drill";
import { defineStep, type StepExecutor } from "../operation/executor";
import { clearClients } from "./clear-clients";
import { deleteLimitMs } from "./delete-until";
import { findRecorder } from "./drill-recorder";
import { endDrill } from "./end-drill";
import { noteErrorLogs } from "./note-error-logs";
import { DrillStepInput } from "./step-input";

/**
 * Ends the clients, judges what was recorded, stores it, and deletes the clients' rows, for which it waits `limitMs` for a primary and says so
 * where none comes. The cluster is healed by then.
 */
export function createJudgeStep(limitMs = deleteLimitMs): StepExecutor<DrillInput> {
  return defineStep<DrillInput>({
    input: DrillStepInput,
    timeoutMs: 180_000,
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
      const left = await clearClients(context.worker, input, performance.now(), signal, limitMs);
      const warnings =
        left === null ? [] : [message("failure.drill_rows_left", paramsWith({}, { reason: left }))];
      for (const text of warnings) await context.log("warning", text);
      const output: DrillResult = { verdict, worstWriteGapMs, lostWrites };
      return { kind: "done", detail: joinMessages([verdict.sentence, ...warnings]), output };
    },
  });
}

/** The same as drills have it. */
export const judgeStep = createJudgeStep();
