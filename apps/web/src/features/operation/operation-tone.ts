import type { OperationState, StepState } from "@primacy/contract";
import type { PlanStepState, Tone } from "@primacy/ui";

/** How an operation's state is drawn. */
export const operationTone: Readonly<Record<OperationState, Tone>> = {
  queued: "busy",
  running: "busy",
  undoing: "warning",
  succeeded: "ok",
  failed: "failed",
  undone: "warning",
  cancelled: "unknown",
};

/** How a step's state is drawn in a plan. */
export const planState: Readonly<Record<StepState, PlanStepState>> = {
  pending: "pending",
  running: "running",
  waiting: "running",
  done: "done",
  failed: "failed",
  undoing: "running",
  undone: "undone",
  skipped: "skipped",
};
