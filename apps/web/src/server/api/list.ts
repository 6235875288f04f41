import { isRefusal, type Page, type PageQuery, type Refusal, type SortOrder } from "@primacy/contract";
import { parsePageRequest, type SortedPageRequest } from "@primacy/db";

/** Answers a list: refuses a cursor that no answer to the same list ever contained, else asks for the page. */
export async function answerList<T, S extends string>(
  query: PageQuery & { readonly sort?: S | undefined; readonly order?: SortOrder | undefined },
  list: (page: SortedPageRequest<S>) => Promise<Page<T>>,
): Promise<{ items: T[]; nextCursor: string | null } | Refusal> {
  const page = parsePageRequest(query);
  if (isRefusal(page)) return page;
  const { items, nextCursor } = await list(page);
  return { items: [...items], nextCursor };
}
