const sign = "#~";

/**
 * A configuration that serves nobody, in the place of one that had an address: also after a reboot nobody but the agents takes it.
 * What was there stands in it as comments, so that it is there without any console too.
 */
export function parkText(address: string, before: string): string {
  return `${headOf(address)}${before
    .split("\n")
    .map((line) => `${sign}${line}`)
    .join("\n")}`;
}

/** What stood in its place before; null where the text is no such one. */
export function unparkText(address: string, parked: string): string | null {
  const head = headOf(address);
  if (!parked.startsWith(head)) return null;
  const lines = parked.slice(head.length).split("\n");
  if (lines.some((line) => !line.startsWith(sign))) return null;
  return lines.map((line) => line.slice(sign.length)).join("\n");
}

/** What is said above it. */
export function headOf(address: string): string {
  return `# Managed by Primacy: ${address} is a VIP of its agents now, and Keepalived serves nobody here.
# The console puts back what was here before (Proxies, Back to Keepalived). By hand: keep the lines below
# that begin with ${sign} alone, without that sign.
global_defs {
}
`;
}
