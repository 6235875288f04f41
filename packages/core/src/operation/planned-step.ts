import type { Message, Plan, PlanStep } from "@primacy/contract";

/**
 * One step as planned: what people see of it, and `input`, all that its executor needs. The input is JSON, holds no
 * secret, and is complete in itself (host, address, epoch, …), so that the step may run late, twice, or in another process.
 */
export interface PlannedStep<C extends string = string, I = unknown> extends Omit<PlanStep, "code"> {
  readonly code: C;
  readonly input: I;
}

/** The steps that an operation will do, in order, and what they mean for those who use the cluster. */
export interface PlannedOperation<S extends PlannedStep = PlannedStep> {
  readonly steps: readonly S[];
  readonly consequences: readonly Message[];
}

/** A step before its place is known; distributes over a union of steps. */
export type StepDraft<S extends PlannedStep> = S extends PlannedStep ? Omit<S, "ordinal"> : never;

/** The plan as the API shows it: without the inputs of the executors. */
export function toPlan(planned: PlannedOperation): Plan {
  return {
    steps: planned.steps.map(({ ordinal, code, hostId, hostName, title, preview, isReversible }) => ({
      ordinal,
      code,
      hostId,
      hostName,
      title,
      preview,
      isReversible,
    })),
    consequences: [...planned.consequences],
  };
}
