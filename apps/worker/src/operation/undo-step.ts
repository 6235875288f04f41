import { setTimeout as delay } from "node:timers/promises";
import { message, messageWith } from "@primacy/contract";
import type { StoredStep } from "@primacy/db";
import { z } from "zod";
import { runBounded } from "./bounded";
import type { StepContext, StepExecutor } from "./executor";
import { explain } from "./explain";
import { type ExplainedFailure, StepFailure } from "./failure";
import type { RunDependencies } from "./run-dependencies";
import { createStepContext } from "./step-context";

const maxAttempts = 4;
const firstDelayMs = 500;

/** What `prepare` found, as it is stored with its step. */
export const UndoRecord = z.object({ record: z.unknown() });

/**
 * Takes one step back by its record, and records how it went. A step that had failed is shown as failed again when
 * what it had done is gone. Returns why it could not be taken back, or null. Throws only when the lease is not held.
 */
export async function undoStep(run: RunDependencies, step: StoredStep): Promise<ExplainedFailure | null> {
  const { store, keeper } = run;
  const executor = run.definition.findExecutor(step.code);
  const state = hasFailed(step) ? "failed" : "undone";
  await store.write(
    (work) => work.recordStep(keeper.lease, step.ordinal, { state: "undoing" }),
    keeper.signal,
  );
  try {
    if (executor === null) throw new StepFailure("failure.step_unknown", { params: { code: step.code } });
    await undoWithRetries(run, executor, step);
  } catch (error) {
    keeper.signal.throwIfAborted();
    return recordLeft(run, step, error);
  }
  await store.write(async (work) => {
    // What another worker could not take back is taken back now.
    const detail = wasLeft(step) ? null : undefined;
    await work.recordStep(keeper.lease, step.ordinal, { state, detail });
    await work.log(keeper.lease, "info", message("failure.step_undone", { number: step.ordinal + 1 }));
  }, keeper.signal);
  return null;
}

async function undoWithRetries(
  run: RunDependencies,
  executor: StepExecutor,
  step: StoredStep,
): Promise<void> {
  const { keeper, claimed } = run;
  const { record } = UndoRecord.parse(step.undo);
  const context: StepContext = createStepContext(run, step, step.attempt, executor.timeoutMs);
  for (let tried = 1; ; tried++) {
    try {
      return await runBounded(executor.timeoutMs, [keeper.signal], (signal) =>
        executor.undo({ ...context, report: ignore, waitFor: ignore }, step.input, record, signal),
      );
    } catch (error) {
      if (keeper.signal.aborted || tried >= maxAttempts) throw error;
      if (!explain(error, claimed.operation.id).retryable) throw error;
      const delayMs = firstDelayMs * 2 ** (tried - 1) * (0.75 + Math.random() / 2);
      await delay(delayMs, undefined, { signal: keeper.signal }).catch(() => undefined);
    }
  }
}

/** True for the step that had failed, also where taking it back was interrupted; not for one that was only left. */
function hasFailed(step: StoredStep): boolean {
  if (wasLeft(step)) return false;
  return (
    step.state === "failed" || (step.state === "undoing" && step.detail?.code.startsWith("failure.") === true)
  );
}

function wasLeft({ detail }: StoredStep): boolean {
  return detail?.code === "failure.step_left";
}

/** While a step is taken back its state stays `undoing`. */
async function ignore(): Promise<void> {}

async function recordLeft(run: RunDependencies, step: StoredStep, error: unknown): Promise<ExplainedFailure> {
  const { store, keeper, worker, claimed } = run;
  const failure = explain(error, claimed.operation.id);
  const facts = { operationId: claimed.operation.id, step: step.code, code: failure.code, err: error };
  worker.log.error(facts, "step not taken back");
  const number = step.ordinal + 1;
  const text = messageWith("failure.step_left", { number }, { reason: failure.explanation });
  await store.write(async (work) => {
    await work.recordStep(keeper.lease, step.ordinal, { state: "failed", detail: text });
    await work.log(keeper.lease, "error", text);
  }, keeper.signal);
  return failure;
}
