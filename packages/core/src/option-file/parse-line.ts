import { skipSpace, trimSpace } from "./byte-text";

/** What makes the server stop reading a file; at the top of an option file it does not start then. */
export type LineProblem = "group_unclosed" | "option_without_group" | "directive_empty" | "name_empty";

/** Where in its line an option stands: offsets from the line's start. */
export interface EntrySpan {
  readonly nameStart: number;
  readonly nameEnd: number;
  /** The value with its quotes; null where there is no `=`. */
  readonly value: { readonly start: number; readonly end: number; readonly quote: string } | null;
}

/** What a line says to MySQL's reader. */
export type LineMeaning =
  | { readonly kind: "nothing" }
  | { readonly kind: "group"; readonly name: string }
  | { readonly kind: "include"; readonly of: "file" | "folder"; readonly target: string }
  | {
      readonly kind: "option";
      readonly name: string;
      readonly value: string | null;
      readonly span: EntrySpan;
    }
  | { readonly kind: "problem"; readonly problem: LineProblem };

const nothing: LineMeaning = { kind: "nothing" };

/** Reads a line by the rules of MySQL 9.7 (`my_default.cc`), its oddities included. `content` has its line break. */
export function parseLine(content: string): LineMeaning {
  const start = skipSpace(content, 0);
  const first = content[start];
  if (first === undefined || first === "#" || first === ";") return nothing;
  if (first === "!") return parseDirective(content, skipSpace(content, start + 1));
  if (first === "[") return parseGroup(content, start + 1);
  return parseOption(content, start);
}

function parseDirective(content: string, at: number): LineMeaning {
  const keyword = /^include(dir)?(?=[\t\n\v\f\r \u00a0])/.exec(content.slice(at));
  if (keyword === null) return nothing;
  const start = skipSpace(content, at + keyword[0].length);
  const end = trimSpace(content, findComment(content, start));
  if (end <= start) return { kind: "problem", problem: "directive_empty" };
  return {
    kind: "include",
    of: keyword[1] === undefined ? "file" : "folder",
    target: content.slice(start, end),
  };
}

/** Whatever follows the first `]` counts for nothing; white space counts at the name's beginning, not at its end. */
function parseGroup(content: string, start: number): LineMeaning {
  const end = content.indexOf("]", start);
  if (end < 0) return { kind: "problem", problem: "group_unclosed" };
  return { kind: "group", name: content.slice(start, trimSpace(content, end)) };
}

function parseOption(content: string, nameStart: number): LineMeaning {
  const commentStart = findComment(content, nameStart);
  const text = content.slice(0, commentStart);
  const textEnd = trimSpace(text, text.length);
  const equals = text.indexOf("=", nameStart);
  if (equals === nameStart) return { kind: "problem", problem: "name_empty" };
  const nameEnd = trimSpace(text, equals < 0 ? text.length : equals);
  const name = text.slice(nameStart, nameEnd);
  if (equals < 0) return { kind: "option", name, value: null, span: { nameStart, nameEnd, value: null } };
  const first = skipSpace(text, equals + 1);
  // An empty value stands beside its `=`, before any white space.
  const start = first < textEnd ? first : equals + 1;
  const end = Math.max(textEnd, start);
  const quote = findQuotes(text.slice(start, end));
  const value = decodeValue(text.slice(start + quote.length, end - quote.length));
  return { kind: "option", name, value, span: { nameStart, nameEnd, value: { start, end, quote } } };
}

/** A `#` outside of quotes, of which a backslash inside of them protects one. An apostrophe anywhere opens quotes. */
function findComment(content: string, start: number): number {
  let quote: string | null = null;
  let isEscaped = false;
  for (let at = start; at < content.length; at += 1) {
    const one = content[at];
    if ((one === "'" || one === '"') && !isEscaped) {
      if (quote === null) quote = one;
      else if (quote === one) quote = null;
    }
    if (quote === null && one === "#") return at;
    isEscaped = quote !== null && one === "\\" && !isEscaped;
  }
  return content.length;
}

/** The quotes around a value: only those of which both ends match count. */
function findQuotes(raw: string): string {
  const first = raw[0];
  const isQuoted = (first === '"' || first === "'") && raw.length > 1 && raw.endsWith(first);
  return isQuoted ? first : "";
}

const escapes: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", b: "\b", s: " " },
  ...{ '"': '"', "'": "'", "\\": "\\" },
};

/** A backslash before another character, and one at the end, stay. */
function decodeValue(raw: string): string {
  return raw.replaceAll(/\\([\s\S])/g, (whole, escaped: string) => escapes[escaped] ?? whole);
}
