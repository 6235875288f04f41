import { SessionSort, TokenSort, UserSort } from "@primacy/contract";
import { type Asked, sortingOf } from "../../client/list-query";

type Sorting<S extends string> = { readonly limit: number } & ReturnType<typeof sortingOf<S>>;

/** Which users a page shows, and in which order: the same for what the server loads and what the browser asks for. */
export function userQuery(asked: Asked): Sorting<UserSort> {
  return { limit: 200, ...sortingOf(asked, UserSort) };
}

/** The same for API tokens. */
export function tokenQuery(asked: Asked): Sorting<TokenSort> {
  return { limit: 200, ...sortingOf(asked, TokenSort) };
}

/** The same for sessions. */
export function sessionQuery(asked: Asked): Sorting<SessionSort> {
  return { limit: 200, ...sortingOf(asked, SessionSort) };
}
