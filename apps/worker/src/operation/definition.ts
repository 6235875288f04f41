import { isRefusal, type OperationKind, type OperationState, type Refusal } from "@primacy/contract";
import type { PlannedOperation, PlannedStep } from "@primacy/core/operation";
import type { z } from "zod";
import type { ExecutorMap, StepExecutor } from "./executor";
import type { OperationContext } from "./operation-context";

/** How an operation ended. */
export type FinalState = Extract<OperationState, "succeeded" | "failed" | "undone" | "cancelled">;

/** What a feature writes for one kind of operation. */
export interface OperationSpec<I, S extends PlannedStep> {
  /** The input that the API stored with the operation; secrets are not in it (see `findSecret`). */
  readonly input: z.ZodType<I>;
  /** The limit of `plan` and of `finish`. */
  readonly timeoutMs: number;
  /**
   * Observes, and asks core for the steps. It changes nothing and may run twice; it is not asked again once its steps
   * are stored. A refusal ends the operation with all its reasons, and nothing was done.
   */
  plan(context: OperationContext, input: I, signal: AbortSignal): Promise<PlannedOperation<S> | Refusal>;
  readonly executors: ExecutorMap<S>;
  /** After the last step: makes the operation's result (JSON, no secrets). May run twice. A throw undoes the steps. */
  finish(
    context: OperationContext,
    input: I,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>> | null>;
  /** Last of all, whatever the outcome, before the final state is stored: puts records in order. May run twice. */
  settle?(context: OperationContext, input: I, state: FinalState): Promise<void>;
}

/** An operation kind as the engine runs it. */
export interface OperationDefinition {
  readonly timeoutMs: number;
  plan(context: OperationContext, input: unknown, signal: AbortSignal): Promise<PlannedOperation | Refusal>;
  findExecutor(code: string): StepExecutor | null;
  finish(
    context: OperationContext,
    input: unknown,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>> | null>;
  settle(context: OperationContext, input: unknown, state: FinalState): Promise<void>;
}

/** The definitions of some kinds: each feature exports one, and main joins them to one of all kinds. */
export type OperationDefinitions<K extends OperationKind = OperationKind> = {
  readonly [P in K]: OperationDefinition;
};

/** Makes the definition of one kind; it parses the input, and checks that each planned step has a readable input. */
export function defineOperation<I, S extends PlannedStep>(spec: OperationSpec<I, S>): OperationDefinition {
  const executors = new Map<string, StepExecutor>(Object.entries(spec.executors));
  return {
    timeoutMs: spec.timeoutMs,
    plan: async (context, input, signal) => {
      const planned = await spec.plan(context, spec.input.parse(input), signal);
      if (isRefusal(planned)) return planned;
      for (const step of planned.steps) executors.get(step.code)?.input.parse(step.input);
      return planned;
    },
    findExecutor: (code) => executors.get(code) ?? null,
    finish: async (context, input, signal) => spec.finish(context, spec.input.parse(input), signal),
    settle: async (context, input, state) => spec.settle?.(context, spec.input.parse(input), state),
  };
}
