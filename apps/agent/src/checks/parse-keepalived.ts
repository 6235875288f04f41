import { canonicalAddress, familyOf } from "@primacy/contract";

const blockPattern = /\bvirtual_ipaddress(?:_excluded)?\s*\{((?:\$\{\w+\}|[^}])*)\}/g;
/** One address a line, before its options: `brd` and the like have addresses of their own. `@id` chooses by host. */
const addressPattern = /^\s*(?:@\S+\s+)?([0-9A-Fa-f:.]+)(?:\/\d+)?(?=\s|$)/;

/**
 * The addresses that a configuration of Keepalived, with its includes in place, lets a VRRP instance move. Lines
 * for other hosts (`@id`) count as well; a name that `$NAME=` defines on one line is filled in.
 */
export function parseKeepalived(text: string): readonly string[] {
  const lines = text.split("\n").map(stripComment);
  const defined = new Map(lines.flatMap(definitionOf));
  const config = lines
    .join("\n")
    .replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced: string | undefined, bare: string | undefined) => {
      return defined.get(braced ?? bare ?? "") ?? whole;
    });
  const bodies = [...config.matchAll(blockPattern)].map((block) => block[1] ?? "");
  const addresses = bodies.flatMap((body) =>
    body.split("\n").flatMap((line) => readAddress(addressPattern.exec(line)?.[1] ?? "")),
  );
  return [...new Set(addresses)];
}

/** The pattern of the files that a line includes; null where it includes none. */
export function findKeepalivedInclude(line: string): string | null {
  const match = /^\s*(?:@\S+\s+)?include[a-z]?\s+"?([^\s"]+)/.exec(stripComment(line));
  return match?.[1] ?? null;
}

/** A comment begins at `#` or `!`, wherever that is not within quotes. */
function stripComment(line: string): string {
  return /^(?:"[^"]*"|[^#!])*/.exec(line)?.[0] ?? "";
}

function definitionOf(line: string): (readonly [name: string, value: string])[] {
  const match = /^\s*\$(\w+)\s*=\s*(.*?)\s*$/.exec(line);
  return match === null ? [] : [[match[1] ?? "", match[2] ?? ""]];
}

function readAddress(text: string): readonly string[] {
  return familyOf(text) === null ? [] : [canonicalAddress(text)];
}
