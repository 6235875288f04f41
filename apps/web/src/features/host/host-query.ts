import { HostSort } from "@primacy/contract";
import { type Asked, sortingOf } from "../../client/list-query";

/** Which hosts the list shows, and in which order: the same for what the server loads and what the browser asks for. */
export function hostQuery(asked: Asked): { readonly limit: number } & ReturnType<typeof sortingOf<HostSort>> {
  return { limit: 200, ...sortingOf(asked, HostSort) };
}
