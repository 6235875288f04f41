/** The address of a page with these changes behind its question mark; null takes a value out. */
export function toAddress(
  path: string,
  asked: { readonly toString: () => string },
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(asked.toString());
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  const query = next.toString();
  return query === "" ? path : `${path}?${query}`;
}

/** Under this an address says which action is to be begun on its page. */
export const orderKey = "do";

/** The address of a page with an action begun on it: what it asks first is open at once. */
export function orderAddress(
  path: string,
  action: string,
  about: Readonly<Record<string, string>> = {},
): string {
  return toAddress(path, "", { [orderKey]: action, ...about });
}
