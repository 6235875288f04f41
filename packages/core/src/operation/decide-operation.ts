import type { StepState } from "@primacy/contract";

/** How a step can be taken back: `nothing` only looked, `impossible` cannot be, `recorded` has its undo. */
export type UndoKind = "nothing" | "impossible" | "recorded";

/**
 * What a cancel does to a step. `stops`: it ends where it is. `finishes`: once begun it is carried to its end, because what
 * it orders goes on without it. `completes`: so is this one, and it also begins where the step before it is done, whose
 * effect is whole, or known, only with it.
 */
export type CancelEffect = "stops" | "finishes" | "completes";

/** A step as far as the next move depends on it. */
export interface StepSnapshot {
  readonly ordinal: number;
  readonly state: StepState;
  readonly undoKind: UndoKind;
  readonly onCancel: CancelEffect;
  /** The undo was stored before the step acted; without it a `recorded` step has done nothing yet. */
  readonly hasUndoRecord: boolean;
}

/** An operation between two moves. */
export interface OperationSnapshot {
  readonly state: "running" | "undoing";
  readonly isPlanned: boolean;
  readonly isCancelRequested: boolean;
  /** Something outside the steps failed: the plan, the result, or the engine itself. */
  readonly hasFailed: boolean;
  /** In the order of the plan. */
  readonly steps: readonly StepSnapshot[];
  /** What came of the undos that this run has tried already, by step; `left` could not be taken back. */
  readonly undone: ReadonlyMap<number, "undone" | "left">;
}

/** The next move. `end` is the final state; everything that can be done has been. */
export type OperationMove =
  | { readonly kind: "plan" }
  | { readonly kind: "execute"; readonly ordinal: number }
  | { readonly kind: "finish" }
  | { readonly kind: "startUndo" }
  | { readonly kind: "undo"; readonly ordinal: number }
  | { readonly kind: "end"; readonly state: "failed" | "undone" | "cancelled" };

const begun: ReadonlySet<StepState> = new Set(["running", "waiting"]);
const over: ReadonlySet<StepState> = new Set(["done", "skipped"]);

/**
 * Chooses the next move of an operation from what is stored of it, so that any worker can go on where another stopped.
 *
 * - Steps run one after another in the order of the plan; a begun one is run again, because nobody knows how far it got.
 * - The first failure, or a request to cancel, turns the operation to undoing, and it never turns back. A cancel waits for
 *   steps that are not to be stopped; where they are the last ones, it came too late.
 * - Undoing takes back, in reverse, every step whose undo was recorded, the failed one included: it may have acted in part.
 * - The end says `undone` only when nothing that was changed is left; a step that cannot be taken back makes it `failed`.
 */
export function decideOperation(snapshot: OperationSnapshot): OperationMove {
  return snapshot.state === "running" ? decideForward(snapshot) : decideBackward(snapshot);
}

function decideForward(snapshot: OperationSnapshot): OperationMove {
  const { steps } = snapshot;
  const next = steps.find((step) => step.state === "pending" || begun.has(step.state));
  const hasFailed = snapshot.hasFailed || steps.some((step) => step.state === "failed");
  if (hasFailed || (snapshot.isCancelRequested && mayStopBefore(next, steps))) return { kind: "startUndo" };
  if (!snapshot.isPlanned) return { kind: "plan" };
  if (next !== undefined) return { kind: "execute", ordinal: next.ordinal };
  return steps.every((step) => over.has(step.state)) ? { kind: "finish" } : { kind: "startUndo" };
}

/** Whether a cancel takes effect now; `next` is undefined where every step is over. */
function mayStopBefore(next: StepSnapshot | undefined, steps: readonly StepSnapshot[]): boolean {
  if (next === undefined) return (steps.at(-1)?.onCancel ?? "stops") === "stops";
  if (begun.has(next.state)) return next.onCancel === "stops";
  const before = steps.filter(({ ordinal }) => ordinal < next.ordinal).at(-1);
  return next.onCancel !== "completes" || before?.state !== "done";
}

function decideBackward(snapshot: OperationSnapshot): OperationMove {
  const next = [...snapshot.steps]
    .reverse()
    .find((step) => isToBeUndone(step) && !snapshot.undone.has(step.ordinal));
  if (next !== undefined) return { kind: "undo", ordinal: next.ordinal };
  if (snapshot.steps.some((step) => isLeft(step, snapshot))) return { kind: "end", state: "failed" };
  const hasUndone = snapshot.steps.some(
    (step) => step.state === "undone" || snapshot.undone.has(step.ordinal),
  );
  if (hasUndone) return { kind: "end", state: "undone" };
  const hasFailed = snapshot.hasFailed || snapshot.steps.some((step) => step.state === "failed");
  return { kind: "end", state: snapshot.isCancelRequested && !hasFailed ? "cancelled" : "failed" };
}

/** True while a step may have changed something that its record can take back. */
function isToBeUndone(step: StepSnapshot): boolean {
  if (step.undoKind !== "recorded" || !step.hasUndoRecord) return false;
  return (
    step.state === "done" || step.state === "failed" || step.state === "undoing" || begun.has(step.state)
  );
}

/** True when what a step changed stays: it cannot be taken back, or its undo was tried and did not work. */
function isLeft(step: StepSnapshot, snapshot: OperationSnapshot): boolean {
  if (step.undoKind === "impossible") {
    return step.state === "done" || step.state === "failed" || begun.has(step.state);
  }
  return snapshot.undone.get(step.ordinal) === "left";
}
