import { findOwner } from "./header";

/** The files of a proxy with HAProxy and Keepalived. */
export const proxyFiles = {
  haproxy: "/etc/haproxy/haproxy.cfg",
  keepalived: "/etc/keepalived/keepalived.conf",
} as const;
export type ProxyFile = keyof typeof proxyFiles;

/**
 * Whether a file may be replaced. `idle`: it serves nobody, as the file of a package does before anybody wrote into it.
 * `in_use`: somebody wrote it, and it serves by these sections; it is never overwritten.
 */
export type FileVerdict =
  | { readonly kind: "absent" }
  | { readonly kind: "ours"; readonly proxyId: string }
  | { readonly kind: "idle" }
  | { readonly kind: "in_use"; readonly sections: readonly string[] };

/** Judges a file by its text; null: there is none. What cannot be told for sure counts as in use. */
export function judgeFile(file: ProxyFile, text: string | null): FileVerdict {
  if (text === null) return { kind: "absent" };
  const proxyId = findOwner(text);
  if (proxyId !== null) return { kind: "ours", proxyId };
  const sections = file === "haproxy" ? listHaproxySections(text) : listKeepalivedSections(text);
  return sections.length === 0 ? { kind: "idle" } : { kind: "in_use", sections };
}

/**
 * Sections of HAProxy that serve somebody, or that a section elsewhere uses; `program` starts what does. What is left are settings:
 * `global`, `defaults`, `resolvers`, `userlist`, `mailers`, `http-errors`, `cache`.
 */
const haproxyServing = [
  ...["frontend", "listen", "backend", "program", "log-forward", "peers"],
  ...["ring", "fcgi-app", "crt-store", "acme"],
];

/** A section begins with the first word of a line, however far that is from its left, and however it is quoted. */
function listHaproxySections(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [first = "", second = ""] = line.trim().split(/\s+/);
    const word = unquote(first);
    return haproxyServing.includes(word) ? [`${word} ${unquote(second)}`.trim()] : [];
  });
}

function unquote(word: string): string {
  return word.replaceAll(/["'\\]/g, "");
}

/** What makes Keepalived serve somebody, and what takes in other files, of which is not known what they say. */
const keepalivedServing =
  /^(?:vrrp_instance|vrrp_sync_group|virtual_server(?:_group)?|static_[a-z]+|bfd_instance|include[a-z]*)$/;

/** Blocks that serve nobody by themselves. Any other one counts as in use. */
const keepalivedIdle = ["global_defs", "vrrp_script", "vrrp_track_file", "track_file", "vrrp_track_process"];

/**
 * Such a word counts wherever it stands, also in a definition that is filled in elsewhere, but not in a comment. What follows a quote
 * is kept: a comment's sign within quotes begins none.
 */
function listKeepalivedSections(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => /^[^#!"']*(?:["'].*)?/.exec(line)?.[0] ?? "");
  const serving = lines.flatMap((line) => {
    const words = line.split(/[\s{}"'=]+/).filter((word) => word !== "");
    const at = words.findIndex((word) => keepalivedServing.test(word));
    return at === -1 ? [] : [words.slice(at, at + 2).join(" ")];
  });
  return serving.length > 0 ? serving : listUnknownBlocks(lines);
}

/** What begins outside of every block, and is not known to serve nobody. */
function listUnknownBlocks(lines: readonly string[]): readonly string[] {
  let depth = 0;
  const found: string[] = [];
  for (const line of lines) {
    const words = line.replaceAll(/"[^"]*"|'[^']*'/g, " ").match(/[{}]|[^\s{}]+/g) ?? [];
    for (const [at, word] of words.entries()) {
      if (word === "{") depth += 1;
      else if (word === "}") depth = Math.max(0, depth - 1);
      // What follows on the line belongs to its first word.
      else if (depth === 0 && (at === 0 || words[at - 1] === "}") && !keepalivedIdle.includes(word))
        found.push(word);
    }
  }
  return found;
}
