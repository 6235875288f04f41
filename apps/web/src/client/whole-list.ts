import type { Page } from "@primacy/contract";

/** All items of a list that is read page by page. */
export interface WholeList<T> {
  readonly items: readonly T[];
}

/** As many as one answer may bring. */
const limit = 200;

/** Asks for one page after another to the end of a list. Throws what `ask` throws; a part is never given as the whole. */
export async function readWholeList<T>(
  ask: (page: { readonly limit: number; readonly cursor?: string }) => Promise<Page<T>>,
): Promise<WholeList<T>> {
  let page = await ask({ limit });
  const items = [...page.items];
  while (page.nextCursor !== null) {
    page = await ask({ limit, cursor: page.nextCursor });
    items.push(...page.items);
  }
  return { items };
}
