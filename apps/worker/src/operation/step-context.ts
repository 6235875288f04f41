import type { Message } from "@primacy/contract";
import type { StoredStep } from "@primacy/db";
import type { StepContext } from "./executor";
import type { OperationContext, StepOutput } from "./operation-context";
import type { RunDependencies } from "./run-dependencies";

/** What plan, finish and settle of one run are given. */
export function createOperationContext(run: RunDependencies): OperationContext {
  const { worker, store, keeper, claimed } = run;
  const { id, kind, clusterId, hostId, requestedBy } = claimed.operation;
  return {
    worker,
    operation: { id, kind, clusterId, hostId, requestedBy },
    signal: keeper.signal,
    log: (level, text) => store.write((work) => work.log(keeper.lease, level, text), keeper.signal),
    findSecret: (name) => store.write((work) => work.findSecret(id, name), keeper.signal),
    listOutputs: async (code, schema) => {
      const steps = await store.write((work) => work.listSteps(id), keeper.signal);
      return steps.flatMap((step): StepOutput<ReturnType<typeof schema.parse>>[] =>
        step.code === code && step.output !== null
          ? [{ ordinal: step.ordinal, hostId: step.hostId, output: schema.parse(step.output) }]
          : [],
      );
    },
  };
}

/** What one attempt of a step is given. What it reports after its end is dropped. */
export function createStepContext(
  run: RunDependencies,
  step: StoredStep,
  attempt: number,
  timeoutMs: number,
): StepContext & { end(): void } {
  const { store, keeper } = run;
  let isOver = false;
  const show = async (state: "running" | "waiting", detail: Message): Promise<void> => {
    if (isOver) return;
    await store.write(
      (work) => work.recordStep(keeper.lease, step.ordinal, { state, detail }),
      keeper.signal,
    );
  };
  return {
    ...createOperationContext(run),
    step: { ordinal: step.ordinal, code: step.code, attempt },
    deadlineAt: new Date(run.worker.now().getTime() + timeoutMs),
    isCancelRequested: () => keeper.cancelSignal.aborted,
    report: (detail) => show("running", detail),
    waitFor: (reason) => show("waiting", reason),
    letOthers: () => store.write((work) => work.freeSubjects(keeper.lease), keeper.signal),
    end: () => {
      isOver = true;
    },
  };
}
