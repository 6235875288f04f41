import { isRefusal, type Page, type PageQuery, type Refusal } from "@primacy/contract";
import { type PageRequest, parsePageRequest } from "@primacy/db";

/** Answers a list: refuses a cursor that no answer ever contained, else asks for the page. */
export async function answerList<T>(
  query: PageQuery,
  list: (page: PageRequest) => Promise<Page<T>>,
): Promise<{ items: T[]; nextCursor: string | null } | Refusal> {
  const page = parsePageRequest(query);
  if (isRefusal(page)) return page;
  const { items, nextCursor } = await list(page);
  return { items: [...items], nextCursor };
}
