import { canonicalAddress, familyOf } from "@primacy/contract";

const address = String.raw`([0-9A-Fa-f:.]+)(?![\w.:])`;

/** The address in vip-manager's YAML, whose keys all begin their line. */
export function parseVipManager(text: string): readonly string[] {
  return listMatches(text, new RegExp(String.raw`^ip:\s*["']?${address}`, "gm"));
}

/** The addresses that ifupdown hands to ucarp (`ucarp-vip`). */
export function parseInterfaces(text: string): readonly string[] {
  return listMatches(text, new RegExp(String.raw`^\s*ucarp[-_]vip\s+${address}`, "gm"));
}

/** The pattern of the files that a line of ifupdown's configuration includes; null where it includes none. */
export function findInterfacesInclude(line: string): string | null {
  const [, kind, target] = /^\s*source(-directory)?\s+(\S+)/.exec(line) ?? [];
  if (target === undefined) return null;
  return kind === undefined ? target : `${target}/*`;
}

/** The addresses of the IPaddr2 (or IPaddr) resources in Pacemaker's CIB, also where a template has their type. */
export function parseCib(text: string): readonly string[] {
  const cib = text.replaceAll(/<!--[\s\S]*?-->/g, "");
  const resources = [...cib.matchAll(/<(primitive|template)\s([^>]*[^>/])>([\s\S]*?)<\/\1>/g)];
  const addresses = resources
    .filter(([, , attributes = ""]) => /\btype="IPaddr2?"|\btemplate="/.test(attributes))
    .flatMap(([, , , body = ""]) => body.match(/<nvpair\s[^>]*>/g) ?? [])
    .filter((pair) => /\sname="ip"/.test(pair))
    .flatMap((pair) => listMatches(pair, new RegExp(String.raw`\svalue="${address}`, "g")));
  return [...new Set(addresses)];
}

function listMatches(text: string, pattern: RegExp): readonly string[] {
  const found = [...text.matchAll(pattern)].map((match) => match[1] ?? "");
  return [...new Set(found.filter((one) => familyOf(one) !== null).map(canonicalAddress))];
}
