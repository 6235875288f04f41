/** Servers before 9.7 take so many bytes of a line at once, and the rest for the next line. */
export const longestLineBytes = 4094;

/** A line as MySQL's reader sees it. */
export interface OptionLine {
  /** From 1 on, as the server counts them in its messages. */
  readonly number: number;
  readonly start: number;
  /** After the line break, where there is one. */
  readonly end: number;
  /** What the server gets of it, with its line break. */
  readonly content: string;
  /** False for a line that is too long for some releases, and for one with a NUL: these are read differently. */
  readonly isPlain: boolean;
}

/**
 * The lines of a file, in order, as MySQL 9.7 reads them: a NUL hides the rest of its line with the line break, so that the
 * next line is the end of this one. A line that begins with a NUL ends the line before, where that has one, or the file.
 */
export function splitLines(text: string): readonly OptionLine[] {
  const lines: OptionLine[] = [];
  let start = 0;
  while (start < text.length) {
    let [end, content, isHidden] = [start, "", true];
    while (isHidden && end < text.length) {
      const found = text.indexOf("\n", end);
      const next = found < 0 ? text.length : found + 1;
      const bytes = text.slice(end, next);
      const nul = bytes.indexOf("\0");
      if (nul === 0 && content === "") return lines;
      isHidden = nul > 0;
      content += nul < 0 ? bytes : bytes.slice(0, nul);
      end = next;
    }
    lines.push(toLine(lines.length, { text, start, end, content }));
    start = end;
  }
  return lines;
}

function toLine(
  before: number,
  { text, start, end, content }: { readonly text: string } & Pick<OptionLine, "start" | "end" | "content">,
): OptionLine {
  const isPlain = end - start <= longestLineBytes && !text.slice(start, end).includes("\0");
  return { number: before + 1, start, end, content, isPlain };
}
