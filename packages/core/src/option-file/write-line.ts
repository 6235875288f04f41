import { matchOption } from "./option-name";
import { parseLine } from "./parse-line";
import { longestLineBytes } from "./split-lines";

/** A line that sets a variable, but for the value: what stands before it and after it. */
export interface LineFrame {
  readonly before: string;
  readonly after: string;
  /** The quotes that the value had: they stay where they can. */
  readonly quote: string;
}

/**
 * How a value must be written between `before` and `after`, so that the server gets it: as it is or with escapes, with
 * quotes only where they are needed. Null where no way of writing it fits on the line.
 */
export function writeValue(variable: string, value: string, frame: LineFrame): string | null {
  const bodies = /[\0\n\r\t\b]/.test(value) ? [escapeValue(value, "")] : [value, escapeValue(value, "")];
  const candidates = [frame.quote, "", '"', "'"].flatMap((quote) =>
    [...bodies, ...(quote === "" ? [] : [escapeValue(value, quote)])].map(
      (body) => `${quote}${body}${quote}`,
    ),
  );
  return candidates.find((written) => isRead(variable, value, frame, written)) ?? null;
}

function isRead(variable: string, value: string, { before, after }: LineFrame, written: string): boolean {
  const line = `${before}${written}${after}`;
  if (line.length > longestLineBytes || /[\0\n]/.test(written)) return false;
  const meaning = parseLine(line);
  if (meaning.kind !== "option" || meaning.value === null) return false;
  // What was a comment, or the line's end, still is.
  const hasSameEnd = meaning.span.value?.end === before.length + written.length;
  return hasSameEnd && matchOption(meaning.name, meaning.value, variable)?.value === value;
}

const escaped: Readonly<Record<string, string>> = {
  ...{ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b" },
};

function escapeValue(value: string, quote: string): string {
  return value.replaceAll(/[\\\n\r\t\b'"]/g, (one) => escaped[one] ?? (one === quote ? `\\${one}` : one));
}
