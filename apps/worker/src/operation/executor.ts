import type { Message } from "@primacy/contract";
import type { CancelEffect, PlannedStep } from "@primacy/core/operation";
import type { z } from "zod";
import type { OperationContext } from "./operation-context";

/** What an executor knows of its run besides its input. */
export interface StepContext extends OperationContext {
  readonly step: {
    readonly ordinal: number;
    readonly code: string;
    /** From 1; rises with each retry and with each resumption after a crash. */
    readonly attempt: number;
  };
  /** Past this instant the engine aborts `signal` and the step counts as failed. */
  readonly deadlineAt: Date;
  /** True once a cancel was asked for: a step that is not stopped by it orders nothing any more that it has not ordered yet. */
  isCancelRequested(): boolean;
  /** Shows what the step is doing right now. */
  report(detail: Message): Promise<void>;
  /** Shows that the step waits, and for what; the next `report` or the end of the step takes it back. */
  waitFor(reason: Message): Promise<void>;
  /**
   * Lets other operations change the cluster and host from here on, while this one runs. Only for a step after which
   * nothing is taken back, and which only watches.
   */
  letOthers(): Promise<void>;
}

/**
 * How a step ended. `skipped` had nothing to do. `output` is JSON that later steps and `finish` can read; it is
 * stored in clear, so it never holds a secret.
 */
export interface StepOutcome {
  readonly kind: "done" | "skipped";
  readonly detail?: Message;
  readonly output?: unknown;
}

/**
 * What takes a step back. `nothing`: the step only looks. `impossible`: it cannot be taken back (the plan says so by
 * `isReversible: false`). `recorded`: the engine stores what `prepare` returns before it calls `execute`, once; a
 * resumed step keeps the first record. `undo` gets that record, whether or not the step has acted, unless its failure said
 * `changedNothing`; it must be safe to run twice and throws when something could not be taken back.
 */
export type StepUndo<I, U> =
  | { readonly kind: "nothing" }
  | { readonly kind: "impossible" }
  | {
      readonly kind: "recorded";
      readonly record: z.ZodType<U>;
      prepare(context: StepContext, input: I, signal: AbortSignal): Promise<U>;
      undo(context: StepContext, input: I, record: U, signal: AbortSignal): Promise<void>;
    };

/** What a feature writes for one step code. `execute` is idempotent: it may run again after a crash at any line. */
export interface StepSpec<I, U> {
  readonly input: z.ZodType<I>;
  /** The limit of one attempt of `execute`, and of `prepare` and `undo` each. */
  readonly timeoutMs: number;
  /** How often `execute` is tried while it throws retryable failures; 1 unless said otherwise. */
  readonly maxAttempts?: number;
  /** What a cancel does to it; it stops unless said otherwise. One that goes on has a `timeoutMs` that people can wait for. */
  readonly onCancel?: CancelEffect;
  readonly undo: StepUndo<I, U>;
  /**
   * Throws failures that have `code`, `retryable` and `explanation` (see failure.ts); anything else counts as a bug. `record` is
   * what `prepare` found before the first attempt; null where the undo needs none.
   */
  execute(context: StepContext, input: I, signal: AbortSignal, record: U | null): Promise<StepOutcome>;
}

/** A step as the engine runs it: inputs and records are parsed by the feature's own schemas before they are used. */
export interface StepExecutor<I = unknown> {
  readonly input: z.ZodType<I>;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly undoKind: "nothing" | "impossible" | "recorded";
  readonly onCancel: CancelEffect;
  /** The record for `undo`; null where the undo needs none. */
  prepare(context: StepContext, input: unknown, signal: AbortSignal): Promise<unknown>;
  execute(context: StepContext, input: unknown, signal: AbortSignal, record?: unknown): Promise<StepOutcome>;
  undo(context: StepContext, input: unknown, record: unknown, signal: AbortSignal): Promise<void>;
}

/** Makes the executor of one step code. */
export function defineStep<I, U = never>(spec: StepSpec<I, U>): StepExecutor<I> {
  const { undo } = spec;
  return {
    input: spec.input,
    timeoutMs: spec.timeoutMs,
    maxAttempts: spec.maxAttempts ?? 1,
    undoKind: undo.kind,
    onCancel: spec.onCancel ?? "stops",
    prepare: async (context, input, signal) =>
      undo.kind === "recorded" ? undo.prepare(context, spec.input.parse(input), signal) : null,
    execute: async (context, input, signal, record) => {
      const before = undo.kind === "recorded" ? undo.record.parse(record) : null;
      return spec.execute(context, spec.input.parse(input), signal, before);
    },
    undo: async (context, input, record, signal) => {
      if (undo.kind !== "recorded") return;
      await undo.undo(context, spec.input.parse(input), undo.record.parse(record), signal);
    },
  };
}

/** One executor for each code of a union of steps: a code without its executor does not compile. */
export type ExecutorMap<S extends PlannedStep> = {
  readonly [C in S["code"]]: StepExecutor<Extract<S, { readonly code: C }>["input"]>;
};
