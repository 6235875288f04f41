import { z } from "zod";
import { PlainText } from "./scalar";

/** How a list is asked for: an opaque cursor from the page before, and a size of 1 to 200. Nothing else is accepted. */
export const PageQuery = z.strictObject({
  cursor: PlainText.max(512).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** Which way a list runs. */
export const SortOrder = z.enum(["asc", "desc"]);
export type SortOrder = z.infer<typeof SortOrder>;

/** The order of a list that is asked for without one: times from the newest on, everything else upwards. */
export function orderOf({
  sort,
  order,
}: {
  readonly sort: string;
  readonly order?: SortOrder | undefined;
}): SortOrder {
  return order ?? (/(^a|A)t$/.test(sort) ? "desc" : "asc");
}

/** The schema of one page of `item`; `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodType>(
  item: T,
): z.ZodObject<{ items: z.ZodArray<T>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}
