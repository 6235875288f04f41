import { orderOf, SortOrder } from "@primacy/contract";
import type { z } from "zod";

/** What stands behind the question mark of a page's address, as the server and the browser give it. */
export type Asked = Readonly<Record<string, string | string[] | undefined>>;

/** One value of an address; undefined where it is absent or empty. */
export function findAsked(asked: Asked, name: string): string | undefined {
  const value = asked[name];
  const one = Array.isArray(value) ? value[0] : value;
  return one === undefined || one === "" ? undefined : one;
}

/** The page that the address names, of 50 rows; the first where it names none. */
export function pageOf(asked: Asked): { readonly limit: number; readonly cursor?: string } {
  const cursor = findAsked(asked, "cursor");
  return { limit: 50, ...(cursor === undefined ? {} : { cursor }) };
}

/** By what an address says that a list is sorted; empty where it says nothing, or what there is not. */
export function sortingOf<S extends string>(
  asked: Asked,
  fields: z.ZodType<S>,
): { readonly sort?: S; readonly order?: SortOrder } {
  const sort = fields.safeParse(findAsked(asked, "sort"));
  const order = SortOrder.safeParse(findAsked(asked, "order"));
  return {
    ...(sort.success ? { sort: sort.data } : {}),
    ...(order.success ? { order: order.data } : {}),
  };
}

/** How a list is sorted now: by its `own` field where nothing else is asked for. */
export interface Sorted<S extends string> {
  readonly sort?: S | undefined;
  readonly order?: SortOrder | undefined;
  readonly own: S;
}

/** Which way a list runs that is sorted by `field`; undefined where it is sorted by another one. */
export function directionOf<S extends string>(sorted: Sorted<S>, field: S): SortOrder | undefined {
  const sort = sorted.sort ?? sorted.own;
  return sort === field ? orderOf({ sort, order: sorted.order }) : undefined;
}

/** What stands in the address once the header of `field` was used: the other way round, or that field's usual way. */
export function nextSorting<S extends string>(
  sorted: Sorted<S>,
  field: S,
): { readonly sort: S; readonly order: SortOrder; readonly cursor: null } {
  const now = directionOf(sorted, field);
  const order = now === undefined ? orderOf({ sort: field }) : now === "asc" ? "desc" : "asc";
  return { sort: field, order, cursor: null };
}
