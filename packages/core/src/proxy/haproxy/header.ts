const form = /^# Managed by Primacy, proxy ([0-9a-f-]{36})(?:\s|$)/;

/** The first lines of every file that belongs to a proxy: whose it is, and that it is no place to write in. */
export function headerOf(proxyId: string): string {
  return `# Managed by Primacy, proxy ${proxyId}
# Changes by hand are lost. Remove the proxy in the console to have back what was here before.
`;
}

/** The proxy that a file says it belongs to; null where it says so of none. */
export function findOwner(text: string): string | null {
  return form.exec(text)?.[1] ?? null;
}
