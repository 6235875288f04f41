import { setTimeout as delay } from "node:timers/promises";
import { message, messageWith } from "@primacy/contract";
import type { StoredStep } from "@primacy/db";
import { CancelRequested } from "./abort-reasons";
import { runBounded } from "./bounded";
import type { StepContext, StepExecutor, StepOutcome } from "./executor";
import { explain } from "./explain";
import { type ExplainedFailure, StepFailure } from "./failure";
import type { RunDependencies } from "./run-dependencies";
import { createStepContext } from "./step-context";
import { UndoRecord } from "./undo-step";

const firstDelayMs = 500;
const maxDelayMs = 5_000;

/**
 * Runs one step forward and records how it went: its undo before it acts, then `done`, `skipped`, or `failed` with the
 * reason. Returns the failure, or null. Throws only when the lease is not held or the records cannot be written.
 */
export async function executeStep(run: RunDependencies, step: StoredStep): Promise<ExplainedFailure | null> {
  const { store, keeper } = run;
  const executor = run.definition.findExecutor(step.code);
  if (executor === null) {
    return recordFailure(run, step, new StepFailure("failure.step_unknown", { params: { code: step.code } }));
  }
  const attempt = await store.write((work) => work.startStep(keeper.lease, step.ordinal), keeper.signal);
  await store.write((work) => work.log(keeper.lease, "info", step.title), keeper.signal);
  const context = createStepContext(run, step, attempt, executor.timeoutMs);
  const endTimer = run.metrics.stepSeconds.startTimer({ code: step.code });
  try {
    const record = await prepareUndo(run, executor, step, context);
    const { kind: state, detail, output } = await executeWithRetries(run, executor, step, context, record);
    context.end();
    await store.write(
      (work) => work.recordStep(keeper.lease, step.ordinal, { state, detail: detail ?? null, output }),
      keeper.signal,
    );
    return null;
  } catch (error) {
    context.end();
    keeper.signal.throwIfAborted();
    if (error instanceof CancelRequested) return recordCancel(run, executor, step);
    return recordFailure(run, step, error);
  } finally {
    endTimer();
  }
}

/** What ends a step before its time. */
function stopSignals({ keeper }: RunDependencies, { onCancel }: StepExecutor): readonly AbortSignal[] {
  return onCancel === "stops" ? [keeper.signal, keeper.cancelSignal] : [keeper.signal];
}

/** A record that is there already stays: the world may have changed since. */
async function prepareUndo(
  run: RunDependencies,
  executor: StepExecutor,
  step: StoredStep,
  context: StepContext,
): Promise<unknown> {
  if (executor.undoKind !== "recorded") return null;
  if (step.undo !== null) return UndoRecord.parse(step.undo).record;
  const { store, keeper } = run;
  const signals = stopSignals(run, executor);
  const record = await runBounded(executor.timeoutMs, signals, (signal) =>
    executor.prepare(context, step.input, signal),
  );
  await store.write((work) => work.recordUndo(keeper.lease, step.ordinal, { record }), keeper.signal);
  return record;
}

async function executeWithRetries(
  run: RunDependencies,
  executor: StepExecutor,
  step: StoredStep,
  context: StepContext,
  record: unknown,
): Promise<StepOutcome> {
  const signals = stopSignals(run, executor);
  for (let tried = 1; ; tried++) {
    try {
      return await runBounded(executor.timeoutMs, signals, (signal) =>
        executor.execute(context, step.input, signal, record),
      );
    } catch (error) {
      const failure = explain(error, run.claimed.operation.id);
      const isOver = !failure.retryable || tried >= executor.maxAttempts;
      if (isOver || signals.some((signal) => signal.aborted)) throw error;
      const reason = failure.explanation;
      await context.log("warning", messageWith("log.retrying", {}, { reason }));
      await context.waitFor(messageWith("step.retrying", {}, { reason }));
      const delayMs = Math.min(firstDelayMs * 2 ** (tried - 1), maxDelayMs) * (0.75 + Math.random() / 2);
      await delay(delayMs, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
    }
  }
}

/** A step that only looks ends here; what may have changed something stays begun, so that it is taken back. */
async function recordCancel(run: RunDependencies, executor: StepExecutor, step: StoredStep): Promise<null> {
  const { store, keeper } = run;
  const detail = message("step.cancelled");
  const state = executor.undoKind === "nothing" ? "skipped" : "running";
  await store.write((work) => work.recordStep(keeper.lease, step.ordinal, { state, detail }), keeper.signal);
  return null;
}

async function recordFailure(
  run: RunDependencies,
  step: StoredStep,
  error: unknown,
): Promise<ExplainedFailure> {
  const { store, keeper, worker, claimed } = run;
  const failure = explain(error, claimed.operation.id);
  const facts = { operationId: claimed.operation.id, step: step.code, code: failure.code, err: error };
  if (failure.isBug) worker.log.error(facts, "step failed unexpectedly");
  else worker.log.info(facts, "step failed");
  const progress = { state: "failed", detail: failure.explanation } as const;
  // What the record would take back was somebody else's doing.
  const undo = failure.changedNothing === true ? { undo: null } : {};
  await store.write(async (work) => {
    await work.recordStep(keeper.lease, step.ordinal, { ...progress, ...undo });
    await work.log(keeper.lease, "error", failure.explanation);
  }, keeper.signal);
  return failure;
}
