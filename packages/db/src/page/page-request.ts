import {
  Id,
  orderOf,
  type Page,
  type PageQuery,
  PlainText,
  problemDetail,
  type Refusal,
  refuse,
  type SortOrder,
} from "@primacy/contract";
import { z } from "zod";

/**
 * Where a page begins: after the row with this sort key and id (empty where the key alone is unique), in a list that is
 * sorted so.
 */
const PageCursor = z.tuple([PlainText.max(256), z.union([Id, z.literal("")]), PlainText.max(64).default("")]);

/** One page of a list, as repositories are asked for it. */
export interface PageRequest {
  readonly after: { readonly key: string; readonly id: string } | null;
  /** 1 to 200 rows. */
  readonly limit: number;
}

/** One page of a list that can be sorted by the fields `S`; absent ones leave the list's own order. */
export interface SortedPageRequest<S extends string> extends PageRequest {
  readonly sort?: S | undefined;
  readonly order?: SortOrder | undefined;
}

/** Reads the page that a client asks for; refuses a cursor that no answer to the same list ever contained. */
export function parsePageRequest<S extends string>(
  query: PageQuery & { readonly sort?: S | undefined; readonly order?: SortOrder | undefined },
): SortedPageRequest<S> | Refusal {
  const { limit, sort, order } = query;
  if (query.cursor === undefined) return { after: null, limit, sort, order };
  const cursor = PageCursor.safeParse(parseJson(Buffer.from(query.cursor, "base64url").toString("utf8")));
  if (cursor.success) {
    const [key, id, way] = cursor.data;
    if (sort === undefined || way === wayOf({ sort, order }))
      return { after: { key, id }, limit, sort, order };
  }
  return refuse("validation_failed", [problemDetail("/cursor", "cursor_invalid")]);
}

/** How a list is sorted, as its cursors say it: those of another order lead nowhere. */
export function wayOf({
  sort,
  order,
}: {
  readonly sort: string;
  readonly order?: SortOrder | undefined;
}): string {
  return `${sort} ${orderOf({ sort, order })}`;
}

/**
 * Makes a page from up to `limit + 1` rows: the row too many only shows that another page follows.
 * `keyOf` gives the sort key and id of the last row shown, where the next page begins, and `way` how the list is sorted.
 */
export function toPage<R, T>(
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  keyOf: (row: R) => readonly [key: string, id: string],
  way = "",
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: shown.map(toItem),
    nextCursor: hasMore ? Buffer.from(JSON.stringify([...keyOf(last), way])).toString("base64url") : null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
