/** What stands behind the question mark of a page's address, as the server and the browser give it. */
export type Asked = Readonly<Record<string, string | string[] | undefined>>;

/** One value of an address; undefined where it is absent or empty. */
export function findAsked(asked: Asked, name: string): string | undefined {
  const value = asked[name];
  const one = Array.isArray(value) ? value[0] : value;
  return one === undefined || one === "" ? undefined : one;
}

/** The page that the address names, of 50 rows; the first where it names none. */
export function pageOf(asked: Asked): { readonly limit: number; readonly cursor?: string } {
  const cursor = findAsked(asked, "cursor");
  return { limit: 50, ...(cursor === undefined ? {} : { cursor }) };
}
