import { OperationKind, OperationState } from "@primacy/contract";
import { type Asked, findAsked, pageOf } from "../../client/list-query";
import type { OperationFilter } from "./operation-table";

/** Which operations a page shows; a state or kind that there is not leaves all of them. */
export function operationQuery(asked: Asked): OperationFilter {
  const state = OperationState.safeParse(findAsked(asked, "state"));
  const kind = OperationKind.safeParse(findAsked(asked, "kind"));
  return {
    ...pageOf(asked),
    ...(state.success ? { state: state.data } : {}),
    ...(kind.success ? { kind: kind.data } : {}),
  };
}
