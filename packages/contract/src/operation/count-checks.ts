import { operationKinds } from "../features";
import type { CheckCount, KindDeclaration } from "./declare";
import type { Operation } from "./operation";

/**
 * What an operation that only looks has found; null where it has found nothing out yet, or nothing that is counted. That it
 * succeeded means that it could look.
 */
export function countChecks({
  kind,
  state,
  result,
}: Pick<Operation, "kind" | "state" | "result">): CheckCount | null {
  const { count }: KindDeclaration = operationKinds[kind];
  return count === undefined || state !== "succeeded" ? null : count(result);
}
