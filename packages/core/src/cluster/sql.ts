/** One statement as it runs, and as people may see it: without passwords. */
export interface SqlStatement {
  readonly text: string;
  readonly shown: string;
}

/** A statement without secrets. */
export function plainSql(text: string): SqlStatement {
  return { text, shown: text };
}

/** Quotes an identifier. Throws on an empty or over-long name and on NUL (bugs, not refusals). */
export function quoteIdentifier(name: string): string {
  if (name === "" || name.length > 64 || name.includes("\0"))
    throw new TypeError("quoteIdentifier: not a name");
  return `\`${name.replaceAll("`", "``")}\``;
}

/**
 * Quotes a text as a literal that reads the same under every SQL mode: quotes are doubled, and a text with a
 * backslash, which NO_BACKSLASH_ESCAPES would read differently, or with a control character is given in hex.
 */
export function quoteLiteral(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\\\u0000-\u001f\u007f]/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  const bytes = encodeUtf8(text);
  return `_utf8mb4 0x${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** An account name as `'user'@'host'`. Throws where a part cannot be quoted plainly (ours always can). */
export function quoteAccount(user: string, host: string): string {
  const parts = [user, host].map(quoteLiteral);
  if (parts.some((part) => !part.startsWith("'"))) throw new TypeError("quoteAccount: not an account name");
  return parts.join("@");
}

/** A core has no TextEncoder. */
function encodeUtf8(text: string): readonly number[] {
  return [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) return [code];
    if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
    if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
    return [
      0xf0 | (code >> 18),
      0x80 | ((code >> 12) & 0x3f),
      0x80 | ((code >> 6) & 0x3f),
      0x80 | (code & 0x3f),
    ];
  });
}
