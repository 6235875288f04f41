import type { Message, OperationKind } from "@primacy/contract";
import type { z } from "zod";
import type { WorkerContext } from "../context";

/** What plan, steps and finish of an operation know, and how they speak to those who watch it. */
export interface OperationContext {
  readonly worker: WorkerContext;
  readonly operation: {
    readonly id: string;
    readonly kind: OperationKind;
    readonly clusterId: string | null;
    readonly hostId: string | null;
    readonly requestedBy: string;
  };
  /** Aborts when this worker must not go on with the operation. */
  readonly signal: AbortSignal;
  /** Adds a line to the operation's log. */
  log(level: "info" | "warning" | "error", text: Message): Promise<void>;
  /** A secret that came with the request under `name`; null where there is none. It is deleted when the operation ends. */
  findSecret(name: string): Promise<string | null>;
  /** The outputs of the done steps of `code`, in the order of the plan, each with its host. */
  listOutputs<T>(code: string, schema: z.ZodType<T>): Promise<readonly StepOutput<T>[]>;
}

/** What one done step found out. */
export interface StepOutput<T> {
  readonly ordinal: number;
  readonly hostId: string | null;
  readonly output: T;
}
