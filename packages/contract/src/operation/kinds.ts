import { z } from "zod";
import { operationKinds } from "../features";
import type { KindDeclaration, OperationEffect } from "./declare";

/** Every kind of long-running action. */
export const OperationKind = z.enum(Object.keys(operationKinds).filter(isOperationKind));
export type OperationKind = keyof typeof operationKinds;

/** Kinds that only look: not audited, not exclusive, not listed unless they are asked for, kept for an hour. */
export const lookingKinds: readonly OperationKind[] = OperationKind.options.filter(
  (kind) => effectOf(kind) === "looking",
);

/** Kinds whose operations wait for one another where they want the same cluster or host. */
export const queuingKinds: readonly OperationKind[] = OperationKind.options.filter(queues);

function queues(kind: OperationKind): boolean {
  const declaration: KindDeclaration = operationKinds[kind];
  return declaration.queues === true;
}

/** Whether operations of a kind change something, or only look. */
export function effectOf(kind: OperationKind): OperationEffect {
  return operationKinds[kind].effect;
}

/** The input of an operation of kind `K`, as the worker gets it. */
export type OperationInput<K extends OperationKind> = z.output<(typeof operationKinds)[K]["input"]>;

/** The name under which an operation keeps the password that came with its request. */
export const operationPasswordName = "password";

function isOperationKind(name: string): name is OperationKind {
  return Object.hasOwn(operationKinds, name);
}
