import { type EndpointName, endpoints } from "@primacy/contract/api";

/** Where the REST API stands. */
export const basePath = "/api/v1";

type Table = Readonly<Record<EndpointName, { readonly method: string; readonly path: string }>>;

/** The methods of every address of the API, as `Allow` names them, by the address without its base. */
export function listAllowed(): ReadonlyMap<string, string> {
  const table: Table = endpoints;
  const allowed = new Map([
    ["/openapi.json", "GET"],
    ["/docs", "GET"],
  ]);
  for (const { path, method } of Object.values(table)) {
    allowed.set(path, [...(allowed.get(path)?.split(", ") ?? []), method.toUpperCase()].join(", "));
  }
  return allowed;
}

const patterns = [...listAllowed()].map(([path, allow]) => ({
  pattern: new RegExp(`^${basePath}${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  allow,
}));

/** The methods of the address that stands at `path`, as `Allow` names them; null where there is none. */
export function findAllowed(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.allow ?? null;
}
