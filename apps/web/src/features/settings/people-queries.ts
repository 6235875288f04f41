import { SessionSort, TokenSort, UserSort } from "@primacy/contract";
import { type Asked, pageOf, sortingOf } from "../../client/list-query";

type ListQuery<S extends string> = ReturnType<typeof pageOf> & ReturnType<typeof sortingOf<S>>;

/** Which users a page shows, and in which order: the same for what the server loads and what the browser asks for. */
export function userQuery(asked: Asked): ListQuery<UserSort> {
  return { ...pageOf(asked), ...sortingOf(asked, UserSort) };
}

/** The same for API tokens. */
export function tokenQuery(asked: Asked): ListQuery<TokenSort> {
  return { ...pageOf(asked), ...sortingOf(asked, TokenSort) };
}

/** The same for sessions. */
export function sessionQuery(asked: Asked): ListQuery<SessionSort> {
  return { ...pageOf(asked), ...sortingOf(asked, SessionSort) };
}
