/** One statement of a configuration of Keepalived: its words, and what stands within its braces; null where it has none. */
export interface KeepalivedNode {
  readonly words: readonly string[];
  readonly children: readonly KeepalivedNode[] | null;
}

/** Statements in their order; or a part by which cannot be told what Keepalived makes of the text. */
export type ParsedKeepalived =
  | { readonly kind: "parsed"; readonly nodes: readonly KeepalivedNode[] }
  | { readonly kind: "unclear"; readonly part: string };

type Token =
  | { readonly kind: "word"; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: "open" | "close" | "end" };

/**
 * Reads a configuration as Keepalived does: a statement ends with its line, a block may open on the next one, `#` and `!` begin a
 * comment outside of quotes. Definitions (`$NAME`), lines for some hosts alone (`@name`), sequences (`~SEQ`) and other files are not
 * followed: a text with any of them is unclear.
 */
export function parseKeepalived(text: string): ParsedKeepalived {
  const tokens = text.split(/\r?\n/).flatMap(readLine);
  const odd = findOdd(tokens);
  if (odd !== null) return { kind: "unclear", part: odd };
  const root: KeepalivedNode[] = [];
  const open: { readonly words: readonly string[]; readonly children: KeepalivedNode[] }[] = [];
  let words: string[] = [];
  let isLineOver = false;
  const within = (): KeepalivedNode[] => open.at(-1)?.children ?? root;
  const flush = (): void => {
    if (words.length > 0) within().push({ words, children: null });
    words = [];
    isLineOver = false;
  };
  for (const token of tokens) {
    if (token.kind === "end") isLineOver = true;
    else if (token.kind === "word") {
      // The line before ended without a block after it.
      if (isLineOver) flush();
      words.push(token.text);
    } else if (token.kind === "open") {
      open.push({ words, children: [] });
      words = [];
      isLineOver = false;
    } else {
      flush();
      const closed = open.pop();
      if (closed === undefined) return { kind: "unclear", part: "}" };
      within().push(closed);
    }
  }
  flush();
  const [unclosed] = open;
  return unclosed === undefined
    ? { kind: "parsed", nodes: root }
    : { kind: "unclear", part: `${unclosed.words.join(" ")} {` };
}

/** The words and braces of one line without its comment. */
function readLine(line: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = /\s+|([#!].*$)|([{}])|"([^"]*)"?|'([^']*)'?|[^\s{}"'#!]+/g;
  for (const [whole, comment, brace, double, single] of line.matchAll(pattern)) {
    if (comment !== undefined || whole.trim() === "") continue;
    if (brace !== undefined) tokens.push({ kind: brace === "{" ? "open" : "close" });
    else {
      const quoted = double ?? single;
      tokens.push({ kind: "word", text: quoted ?? whole, isQuoted: quoted !== undefined });
    }
  }
  return [...tokens, { kind: "end" }];
}

/** The first word by which a text says something else than what stands there. */
function findOdd(tokens: readonly Token[]): string | null {
  let isFirst = true;
  for (const token of tokens) {
    if (token.kind === "word") {
      const { text, isQuoted } = token;
      if (/\$[\w{(]/.test(text) || (!isQuoted && /^[~@]/.test(text))) return text;
      if (isFirst && /^include[a-z]*$/.test(text)) return text;
    }
    isFirst = token.kind !== "word";
  }
  return null;
}
