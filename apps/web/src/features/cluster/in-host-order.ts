import { compareNames } from "@primacy/core/topology";

/** Members in the order of the picture: by their hosts' names as people count, db2 before db10. */
export function inHostOrder<T extends { readonly hostName: string | null }>(
  members: readonly T[],
  nameOf: (member: T) => string,
): T[] {
  return [...members].sort((a, b) => compareNames(a.hostName ?? nameOf(a), b.hostName ?? nameOf(b)));
}
