import { z } from "zod";
import { Message } from "../message/schema";
import { Id, Instant } from "../primitives/scalar";
import { Problem } from "../problem/problem";
import { OperationEffect } from "./declare";
import { effectOf, OperationKind } from "./kinds";
import { PlanStep } from "./plan";

/** Which operations a list has, by what they do: one effect, or both. */
export const ListedEffect = z.enum([...OperationEffect.options, "all"]);
export type ListedEffect = z.infer<typeof ListedEffect>;

/** What a list has that is asked for without an effect: what changes something, or the kind that is asked for. */
export function listedEffectOf(asked: {
  readonly effect?: ListedEffect | undefined;
  readonly kind?: OperationKind | undefined;
}): ListedEffect {
  return asked.effect ?? (asked.kind === undefined ? "changing" : effectOf(asked.kind));
}

/**
 * `undone`: it failed or was cancelled, and everything it had done was taken back. `failed`: what could not be taken
 * back is named in `problem`.
 */
export const OperationState = z.enum([
  "queued",
  "running",
  "undoing",
  "succeeded",
  "failed",
  "undone",
  "cancelled",
]);
export type OperationState = z.infer<typeof OperationState>;

/** `waiting` is a step with a reason; `undone` was taken back; `skipped` had nothing to do. */
export const StepState = z.enum([
  "pending",
  "running",
  "waiting",
  "done",
  "failed",
  "undoing",
  "undone",
  "skipped",
]);
export type StepState = z.infer<typeof StepState>;

/** A step of an operation as it goes. */
export const OperationStep = PlanStep.extend({
  state: StepState,
  detail: Message.nullable(),
  attempt: z.number().int(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type OperationStep = z.infer<typeof OperationStep>;

/** A long-running action with its steps. `result` depends on the kind. */
export const Operation = z.object({
  id: Id,
  kind: OperationKind,
  state: OperationState,
  clusterId: Id.nullable(),
  clusterName: z.string().nullable(),
  hostId: Id.nullable(),
  hostName: z.string().nullable(),
  title: Message,
  requestedBy: z.string(),
  isCancelRequested: z.boolean(),
  steps: z.array(OperationStep),
  result: z.record(z.string(), z.unknown()).nullable(),
  problem: Problem.nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  revision: z.number().int(),
});
export type Operation = z.infer<typeof Operation>;

/** The fields that a list of operations can be sorted by. */
export const OperationSort = z.enum(["createdAt", "kind", "state", "requestedBy"]);
export type OperationSort = z.infer<typeof OperationSort>;

/** One line of an operation's log. */
export const OperationLogLine = z.object({
  seq: z.number().int(),
  at: Instant,
  level: z.enum(["info", "warning", "error"]),
  message: Message,
});
export type OperationLogLine = z.infer<typeof OperationLogLine>;

/** The answer to a request for something long: watch `operation` at `Location`. */
export const Accepted = z.object({ operation: Operation });
export type Accepted = z.infer<typeof Accepted>;

/** True when nothing more will happen to it. */
export function isFinished(state: OperationState): boolean {
  return state === "succeeded" || state === "failed" || state === "undone" || state === "cancelled";
}
