import { OperationKind, OperationSort, OperationState } from "@primacy/contract";
import { type Asked, findAsked, pageOf, sortingOf } from "../../client/list-query";
import type { OperationFilter } from "./operation-table";

/** Which operations a page shows; a state or kind that there is not leaves all of them. */
export function operationQuery(asked: Asked): OperationFilter {
  const state = OperationState.safeParse(findAsked(asked, "state"));
  const kind = OperationKind.safeParse(findAsked(asked, "kind"));
  return {
    ...pageOf(asked),
    ...sortingOf(asked, OperationSort),
    ...(state.success ? { state: state.data } : {}),
    ...(kind.success ? { kind: kind.data } : {}),
  };
}
