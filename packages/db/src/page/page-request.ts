import {
  Id,
  type Page,
  type PageQuery,
  PlainText,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { z } from "zod";

/** Where a page begins: after the row with this sort key and id (empty where the key alone is unique). */
const PageCursor = z.tuple([PlainText.max(256), z.union([Id, z.literal("")])]);

/** One page of a list, as repositories are asked for it. */
export interface PageRequest {
  readonly after: { readonly key: string; readonly id: string } | null;
  /** 1 to 200 rows. */
  readonly limit: number;
}

/** Reads the page that a client asks for; refuses a cursor that no answer ever contained. */
export function parsePageRequest(query: PageQuery): PageRequest | Refusal {
  if (query.cursor === undefined) return { after: null, limit: query.limit };
  const cursor = PageCursor.safeParse(parseJson(Buffer.from(query.cursor, "base64url").toString("utf8")));
  if (cursor.success) {
    const [key, id] = cursor.data;
    return { after: { key, id }, limit: query.limit };
  }
  return refuse("validation_failed", [problemDetail("/cursor", "cursor_invalid")]);
}

/**
 * Makes a page from up to `limit + 1` rows: the row too many only shows that another page follows.
 * `keyOf` gives the sort key and id of the last row shown, where the next page begins.
 */
export function toPage<R, T>(
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  keyOf: (row: R) => readonly [key: string, id: string],
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: shown.map(toItem),
    nextCursor: hasMore ? Buffer.from(JSON.stringify(keyOf(last))).toString("base64url") : null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
