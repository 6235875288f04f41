import { ListedEffect, OperationKind, OperationSort, OperationState } from "@primacy/contract";
import { type Asked, findAsked, pageOf, sortingOf } from "../../client/list-query";
import type { OperationFilter } from "./operation-table";

/** Which operations a page shows; a state, kind or effect that there is not counts as none. */
export function operationQuery(asked: Asked): OperationFilter {
  const state = OperationState.safeParse(findAsked(asked, "state"));
  const kind = OperationKind.safeParse(findAsked(asked, "kind"));
  const effect = ListedEffect.safeParse(findAsked(asked, "effect"));
  return {
    ...pageOf(asked),
    ...sortingOf(asked, OperationSort),
    ...(state.success ? { state: state.data } : {}),
    ...(kind.success ? { kind: kind.data } : {}),
    ...(effect.success ? { effect: effect.data } : {}),
  };
}
