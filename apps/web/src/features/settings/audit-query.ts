import { AuditSort, type SortOrder } from "@primacy/contract";
import { type Asked, findAsked, pageOf, sortingOf } from "../../client/list-query";

/** Which audit entries a page shows: the same for what the server loads and what the browser asks for. */
export function auditQuery(asked: Asked): {
  readonly limit: number;
  readonly cursor?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly sort?: AuditSort;
  readonly order?: SortOrder;
} {
  const [actor, action] = [findAsked(asked, "actor"), findAsked(asked, "action")];
  return {
    ...pageOf(asked),
    ...sortingOf(asked, AuditSort),
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
  };
}
