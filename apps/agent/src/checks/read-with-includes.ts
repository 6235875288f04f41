import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

const maxFileBytes = 1024 * 1024;
const maxFiles = 200;

/** How a configuration is read: below which folder its absolute paths lie, and how it includes others. */
export interface IncludeRules {
  /** `/` on a host. */
  readonly root: string;
  /** The glob pattern of the files that a line includes; null where it includes none. */
  readonly findInclude: (line: string) => string | null;
}

/**
 * The text of a file with the files that it includes in the place of the line that does, in the order of their names;
 * a relative pattern starts at the including file's folder. What is absent, cannot be read, is larger than 1 MiB or
 * includes itself is empty; after 200 files no more are read.
 */
export async function readWithIncludes(file: string, rules: IncludeRules): Promise<string> {
  return readIncluded(file, rules, [], { left: maxFiles });
}

async function readIncluded(
  file: string,
  rules: IncludeRules,
  within: readonly string[],
  budget: { left: number },
): Promise<string> {
  if (within.includes(file) || budget.left === 0) return "";
  budget.left -= 1;
  const texts: string[] = [];
  for (const line of (await readText(path.join(rules.root, file))).split("\n")) {
    const pattern = rules.findInclude(line);
    if (pattern === null) {
      texts.push(line);
      continue;
    }
    for (const one of await listMatching(path.resolve(path.dirname(file), pattern), rules.root))
      texts.push(await readIncluded(one, rules, [...within, file], budget));
  }
  return texts.join("\n");
}

/** The paths below `root` that an absolute glob pattern (`*`, `?`, `[…]`, `{a,b}`) matches, sorted. */
async function listMatching(pattern: string, root: string): Promise<string[]> {
  let found = ["/"];
  for (const part of pattern.split("/").filter((one) => one !== "")) {
    const isName = toNamePattern(part);
    const lists = found.map(async (folder): Promise<string[]> => {
      const names = isName === null ? [part] : (await listFolder(path.join(root, folder))).filter(isName);
      return names.map((name) => path.join(folder, name));
    });
    found = (await Promise.all(lists)).flat();
  }
  return found.sort();
}

/** What a part of a glob pattern says of a name; null where the part is a name itself. */
function toNamePattern(part: string): ((name: string) => boolean) | null {
  if (!/[*?[{]/.test(part)) return null;
  const whole = compile(`^${toRegExpSource(part)}$`);
  // A pattern does not match a hidden file, as in a shell.
  return (name) => (!name.startsWith(".") || part.startsWith(".")) && whole?.test(name) === true;
}

function toRegExpSource(part: string): string {
  return part.replaceAll(/\[!?[^\]]+\]|\{[^{}]*\}|[\s\S]/g, (piece) => {
    if (piece === "*") return ".*";
    if (piece === "?") return ".";
    if (piece.length === 1) return escapeText(piece);
    const inner = piece.slice(1, -1);
    return piece.startsWith("{")
      ? `(?:${inner.split(",").map(toRegExpSource).join("|")})`
      : `[${inner.replaceAll("\\", "\\\\").replace(/^!/, "^")}]`;
  });
}

/** A range that ends before it begins is no pattern: it matches nothing. */
function compile(source: string): RegExp | null {
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

async function readText(file: string): Promise<string> {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= maxFileBytes ? await readFile(file, "utf8") : "";
  } catch {
    return "";
  }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
