import { HostSort, type SortOrder } from "@primacy/contract";
import { type Asked, pageOf, sortingOf } from "../../client/list-query";

/** Which hosts a page shows, and in which order: the same for what the server loads and what the browser asks for. */
export function hostQuery(asked: Asked): {
  readonly limit: number;
  readonly cursor?: string;
  readonly sort?: HostSort;
  readonly order?: SortOrder;
} {
  return { ...pageOf(asked), ...sortingOf(asked, HostSort) };
}
