/**
 * True when a write may have been made by a page of another site with this browser's cookies. Browsers say where a
 * request comes from in `Sec-Fetch-Site`, older ones in `Origin`; a client that sends neither is no browser, and
 * has no cookies but its own.
 */
export function isCrossOriginWrite(request: { method: string; headers: Headers }): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("origin");
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== (request.headers.get("host") ?? "");
}
