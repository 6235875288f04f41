import { fromByteText, type OptionUndo } from "../option-file";

/**
 * The lines that an edit takes away and brings, in the form of `diff`, and no other line of the file: beside them may stand a
 * password. `oldText` is the text before the edit.
 */
export function showEdit(oldText: string, { file, spans }: OptionUndo): string {
  let moved = 0;
  const parts = spans.map(({ at, oldText: removed, newText: added }) => {
    const start = at - moved;
    moved += added.length - removed.length;
    return showSpan(oldText, start, removed, added);
  });
  return fromByteText([`--- ${file}`, ...parts].join("\n"));
}

function showSpan(text: string, at: number, removed: string, added: string): string {
  const end = at + removed.length;
  const isAtStart = at === 0 || text[at - 1] === "\n";
  const isAtEnd = end === text.length;
  const isWholeLines = isAtStart && (removed === "" || removed.endsWith("\n") || isAtEnd);
  // A line after a last one without a line break begins with that break.
  const isAppended = removed === "" && isAtEnd && /^\r?\n/.test(added);
  const isOwnLines = (isWholeLines && (added === "" || added.endsWith("\n") || isAtEnd)) || isAppended;
  const from = isOwnLines ? at : text.lastIndexOf("\n", at - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = isOwnLines ? end : next < 0 ? text.length : next;
  const number = text.slice(0, from).split("\n").length + (isAppended ? 1 : 0);
  const before = isOwnLines ? removed : text.slice(from, to);
  const after = isOwnLines ? added : `${text.slice(from, at)}${added}${text.slice(end, to)}`;
  return [`@@ ${number} @@`, ...linesOf("-", before), ...linesOf("+", after)].join("\n");
}

function linesOf(sign: string, text: string): readonly string[] {
  const lines = text.replaceAll("\r", "").split("\n");
  return lines
    .filter((line, index) => line !== "" || (index > 0 && index < lines.length - 1))
    .map((line) => `${sign} ${line}`);
}
