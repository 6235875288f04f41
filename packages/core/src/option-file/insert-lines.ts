import { isReadGroup } from "./groups";
import type { ParsedOptionFile } from "./parse-file";
import type { TextSpan } from "./undo-edit";

/** The group that new lines go to. */
const newGroup = "mysqld";

/**
 * Where new lines go: after the last option of the last `[mysqld]` of the file, or with a group of their own at its end.
 * They end as the lines around them do, and a file without a last line break stays one.
 */
export function insertLines(parsed: ParsedOptionFile, lines: readonly string[]): readonly TextSpan[] {
  if (lines.length === 0) return [];
  const { text, items } = parsed;
  const groupAt = items.findLastIndex((one) => one.kind === "group" && isReadGroup(one.group, [newGroup]));
  const afterGroup = items.findIndex((one, index) => index > groupAt && one.kind === "group");
  const section = groupAt < 0 ? [] : items.slice(groupAt, afterGroup < 0 ? items.length : afterGroup);
  const anchor = section.findLast(({ kind }) => kind !== "include");
  const added = anchor === undefined ? [...(text === "" ? [] : [""]), `[${newGroup}]`, ...lines] : lines;
  const at = anchor === undefined ? text.length : endOfLine(text, anchor.line.end);
  const lineBreak = breakBefore(text, at);
  const newText =
    at === 0 || text[at - 1] === "\n"
      ? added.map((line) => `${line}${lineBreak}`).join("")
      : added.map((line) => `${lineBreak}${line}`).join("");
  return [{ at, oldText: "", newText }];
}

/** A line that is too long for the server ends further on. */
function endOfLine(text: string, end: number): number {
  if (text[end - 1] === "\n") return end;
  const found = text.indexOf("\n", end);
  return found < 0 ? text.length : found + 1;
}

/** The line break nearest before an offset. */
function breakBefore(text: string, at: number): string {
  const found = text.lastIndexOf("\n", at - 1);
  return found > 0 && at > 0 && text[found - 1] === "\r" ? "\r\n" : "\n";
}
