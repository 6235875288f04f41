/**
 * Option files are bytes in no declared encoding. In this module a text has one character, up to U+00FF, for each byte of
 * the file (Node's `latin1`): every byte comes back as it was, and lengths are the server's.
 */

/** The bytes of a text in UTF-8, one character each. Lone surrogates become U+FFFD. */
export function toByteText(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd")).replaceAll(
    /%([0-9A-F]{2})/g,
    (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** What people read: the bytes as UTF-8, or each byte as a character of its own where they are not UTF-8. */
export function fromByteText(bytes: string): string {
  try {
    return decodeURIComponent(
      bytes.replaceAll(/[^A-Za-z0-9]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`),
    );
  } catch {
    return bytes;
  }
}

/** What MySQL's reader takes for white space: that of ISO 8859-1, to which the no-break space belongs. */
export function isSpace(character: string | undefined): boolean {
  return character !== undefined && "\t\n\v\f\r \u00a0".includes(character);
}

/** The offset of the first character from `start` on that is no white space; the text's length where there is none. */
export function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text[at])) at += 1;
  return at;
}

/** The offset after the last character before `end` that is no white space; 0 where there is none. */
export function trimSpace(text: string, end: number): number {
  let at = end;
  while (isSpace(text[at - 1])) at -= 1;
  return at;
}
