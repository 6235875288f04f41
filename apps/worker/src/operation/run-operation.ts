import { isRefusal, message, type Problem } from "@primacy/contract";
import { decideOperation, type OperationMove, type OperationSnapshot } from "@primacy/core/operation";
import { DatabaseError, type StoredStep } from "@primacy/db";
import { LeaseLapsed, LeaseLost } from "./abort-reasons";
import { runBounded } from "./bounded";
import type { FinalState } from "./definition";
import { executeStep } from "./execute-step";
import { explain } from "./explain";
import { type StepFate, toOperationProblem, toRefusalProblem, withFates } from "./operation-problem";
import { outlastDatabase } from "./outlast-database";
import type { RunDependencies } from "./run-dependencies";
import { createOperationContext } from "./step-context";
import { undoStep } from "./undo-step";

/** How this worker's part ended. `left`: the worker stops, or another has taken over; the operation goes on elsewhere. */
export type OperationRun = { readonly kind: "ended"; readonly state: FinalState } | { readonly kind: "left" };

/** What one run remembers beyond the records; losing it costs words, never correctness. */
interface Memory {
  state: OperationSnapshot["state"];
  isPlanned: boolean;
  /** It was said that a cancel waits for what is not to be stopped. */
  isCancelTold: boolean;
  /** What turns the operation back, as this worker saw it or as the one before it stored it; a cancel is none. */
  cause: Problem | null;
  readonly undone: Map<number, "undone" | "left">;
}

/**
 * Carries a claimed operation on from whatever is recorded of it until it ends, the worker stops, or another worker
 * has it. Each move is chosen anew from the records. Throws only on a bug in the engine itself.
 */
export async function runOperation(run: RunDependencies): Promise<OperationRun> {
  const { operation } = run.claimed;
  const memory: Memory = {
    state: operation.state === "undoing" ? "undoing" : "running",
    isPlanned: operation.steps.length > 0,
    isCancelTold: false,
    cause: operation.problem,
    undone: new Map(),
  };
  if (run.claimed.lease.generation > 1) await noteTakeover(run);
  for (;;) {
    try {
      const steps = await run.store.write((work) => work.listSteps(operation.id), run.keeper.signal);
      const move = decideOperation(toSnapshot(run, memory, steps));
      const ended = await makeMove(run, memory, steps, move);
      if (ended !== null) return { kind: "ended", state: ended };
    } catch (error) {
      if (!(await canGoOn(run, error))) return { kind: "left" };
    }
  }
}

async function noteTakeover(run: RunDependencies): Promise<void> {
  run.metrics.takenOver.inc();
  run.worker.log.info({ operationId: run.claimed.operation.id }, "operation taken over");
  const { keeper, store } = run;
  await store
    .write((work) => work.log(keeper.lease, "warning", message("log.resumed")), keeper.signal)
    .catch(() => undefined);
}

/** After an interruption: true when the lease is held (again). Anything that no interruption explains is thrown on. */
async function canGoOn(run: RunDependencies, error: unknown): Promise<boolean> {
  const { signal } = run.keeper;
  if (error instanceof DatabaseError && error.code === "lease_lost") return false;
  if (!signal.aborted) throw error;
  if (signal.reason instanceof LeaseLost) return false;
  if (signal.reason instanceof LeaseLapsed) return run.keeper.regain();
  return false;
}

function toSnapshot(run: RunDependencies, memory: Memory, steps: readonly StoredStep[]): OperationSnapshot {
  return {
    state: memory.state,
    isPlanned: memory.isPlanned,
    isCancelRequested: run.keeper.cancelSignal.aborted,
    hasFailed: memory.cause !== null,
    undone: memory.undone,
    steps: steps.map((step) => {
      const executor = run.definition.findExecutor(step.code);
      return {
        ordinal: step.ordinal,
        state: step.state,
        // A step that nobody knows here cannot be taken back here, so nothing is claimed about it.
        undoKind: executor?.undoKind ?? "impossible",
        onCancel: executor?.onCancel ?? "stops",
        hasUndoRecord: step.undo !== null,
      };
    }),
  };
}

async function makeMove(
  run: RunDependencies,
  memory: Memory,
  steps: readonly StoredStep[],
  move: OperationMove,
): Promise<FinalState | null> {
  switch (move.kind) {
    case "plan":
      await makePlan(run, memory);
      return null;
    case "execute": {
      await tellDeferral(run, memory);
      const failure = await executeStep(run, getStep(steps, move.ordinal));
      if (failure !== null) memory.cause = toOperationProblem(run.claimed.operation.id, failure);
      return null;
    }
    case "startUndo":
      await startUndo(run, memory, steps);
      return null;
    case "undo": {
      const left = await undoStep(run, getStep(steps, move.ordinal));
      memory.undone.set(move.ordinal, left === null ? "undone" : "left");
      return null;
    }
    case "finish":
      return finish(run, memory);
    case "end":
      return end(run, move.state, toProblem(run, memory, steps, move.state));
  }
}

/** A cancel that does not take effect at once is said to have been heard. */
async function tellDeferral({ store, keeper }: RunDependencies, memory: Memory): Promise<void> {
  if (memory.isCancelTold || !keeper.cancelSignal.aborted) return;
  memory.isCancelTold = true;
  await store.write((work) => work.log(keeper.lease, "info", message("log.cancel_waits")), keeper.signal);
}

async function makePlan(run: RunDependencies, memory: Memory): Promise<void> {
  const { definition, claimed, keeper, store } = run;
  const context = createOperationContext(run);
  try {
    const signals = [keeper.signal, keeper.cancelSignal];
    const planned = await runBounded(definition.timeoutMs, signals, (signal) =>
      definition.plan(context, claimed.input, signal),
    );
    if (isRefusal(planned)) {
      memory.cause = toRefusalProblem(claimed.operation.id, planned);
      return;
    }
    await store.write(async (work) => {
      const isFirst = await work.recordPlan(keeper.lease, planned);
      if (isFirst)
        await work.log(keeper.lease, "info", message("log.planned", { count: planned.steps.length }));
    }, keeper.signal);
    memory.isPlanned = true;
  } catch (error) {
    // A plan that was cancelled has not failed.
    if (!keeper.cancelSignal.aborted) noteFailure(run, memory, error, "plan failed");
    else throwInterruption(run, error);
  }
}

async function finish(run: RunDependencies, memory: Memory): Promise<FinalState | null> {
  const { definition, claimed, keeper } = run;
  try {
    const result = await runBounded(definition.timeoutMs, [keeper.signal], (signal) =>
      definition.finish(createOperationContext(run), claimed.input, signal),
    );
    if (keeper.cancelSignal.aborted) {
      const late = message("log.cancel_late");
      await run.store.write((work) => work.log(keeper.lease, "info", late), keeper.signal);
    }
    return await end(run, "succeeded", null, result);
  } catch (error) {
    noteFailure(run, memory, error, "result failed");
    return null;
  }
}

/** A failure outside the steps. Interruptions are not failures. */
function noteFailure(run: RunDependencies, memory: Memory, error: unknown, text: string): void {
  throwInterruption(run, error);
  const operationId = run.claimed.operation.id;
  const failure = explain(error, operationId);
  run.worker.log[failure.isBug ? "error" : "info"]({ operationId, code: failure.code, err: error }, text);
  memory.cause = toOperationProblem(operationId, failure);
}

function throwInterruption(run: RunDependencies, error: unknown): void {
  run.keeper.signal.throwIfAborted();
  if (error instanceof DatabaseError && error.code === "lease_lost") throw error;
}

async function startUndo(run: RunDependencies, memory: Memory, steps: readonly StoredStep[]): Promise<void> {
  const { store, keeper } = run;
  memory.cause ??= findRecordedCause(run, steps);
  const { cause } = memory;
  await store.write(async (work) => {
    await work.startUndo(keeper.lease, cause);
    if (keeper.cancelSignal.aborted) await work.log(keeper.lease, "info", message("log.cancel_requested"));
    if (steps.some((step) => step.undo !== null)) {
      await work.log(keeper.lease, "warning", message("log.undoing"));
    }
  }, keeper.signal);
  memory.state = "undoing";
}

async function end(
  run: RunDependencies,
  state: FinalState,
  problem: Problem | null,
  result: Readonly<Record<string, unknown>> | null = null,
): Promise<FinalState> {
  const { store, keeper, definition, claimed, worker } = run;
  const settle = () => definition.settle(createOperationContext(run), claimed.input, state);
  await outlastDatabase(keeper.signal, settle).catch((error: unknown) => {
    keeper.signal.throwIfAborted();
    worker.log.error({ operationId: claimed.operation.id, err: error }, "operation not settled");
  });
  await store.write((work) => work.finish(keeper.lease, { state, result, problem }), keeper.signal);
  return state;
}

function toProblem(
  run: RunDependencies,
  memory: Memory,
  steps: readonly StoredStep[],
  state: FinalState,
): Problem | null {
  if (state === "cancelled") return null;
  const fates = steps.flatMap((step) => toFate(run, memory, step));
  return withFates(memory.cause ?? describeStop(run), fates);
}

/**
 * The failure as the step tells it that failed before the worker that saw it was gone. Only before anything is taken
 * back: from then on a step may be called failed because its undo did not work.
 */
function findRecordedCause(run: RunDependencies, steps: readonly StoredStep[]): Problem | null {
  const explanation = steps.find((step) => step.state === "failed")?.detail;
  if (!explanation) return null;
  const code = explanation.code.replace(/^failure\./, "");
  return toOperationProblem(run.claimed.operation.id, { code, retryable: false, explanation });
}

/** Why an operation turned back in which nothing had failed. */
function describeStop(run: RunDependencies): Problem {
  const code = run.keeper.cancelSignal.aborted ? "cancelled" : "interrupted";
  const explanation = message(`failure.${code}`);
  return toOperationProblem(run.claimed.operation.id, { code, retryable: false, explanation });
}

function toFate(run: RunDependencies, memory: Memory, step: StoredStep): StepFate[] {
  const { ordinal } = step;
  if (memory.undone.get(ordinal) === "left") return [{ ordinal, fate: "left", detail: step.detail }];
  if (memory.undone.has(ordinal) || step.state === "undone")
    return [{ ordinal, fate: "undone", detail: null }];
  const isKept =
    run.definition.findExecutor(step.code)?.undoKind === "impossible" &&
    (step.state === "done" || step.state === "failed" || step.state === "running");
  return isKept ? [{ ordinal, fate: "kept", detail: null }] : [];
}

function getStep(steps: readonly StoredStep[], ordinal: number): StoredStep {
  const step = steps.find((one) => one.ordinal === ordinal);
  if (step === undefined) throw new Error(`no step ${ordinal}`);
  return step;
}
