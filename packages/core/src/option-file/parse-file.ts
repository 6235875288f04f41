import { type EntrySpan, type LineProblem, parseLine } from "./parse-line";
import { type OptionLine, splitLines } from "./split-lines";

/** One option of a file, as the server gets it. Offsets of `span` are from the line's start. */
export interface OptionEntry {
  readonly kind: "option";
  readonly group: string;
  readonly name: string;
  /** Null where the line has no `=`. */
  readonly value: string | null;
  readonly line: OptionLine;
  readonly span: EntrySpan;
}

export interface GroupStart {
  readonly kind: "group";
  readonly group: string;
  readonly line: OptionLine;
}

/** `!include` and `!includedir`, with the name as the server reads it. */
export interface IncludeDirective {
  readonly kind: "include";
  readonly of: "file" | "folder";
  readonly target: string;
  readonly group: string | null;
  readonly line: OptionLine;
}

export type OptionItem = OptionEntry | GroupStart | IncludeDirective;

/** A file as the server reads it, up to its first problem: what follows that line, the server does not read. */
export interface ParsedOptionFile {
  readonly text: string;
  readonly items: readonly OptionItem[];
  readonly problem: { readonly kind: LineProblem; readonly line: number } | null;
}

/** Reads the text of one option file; what it includes is not read. One character of `text` is one byte. */
export function parseOptionFile(text: string): ParsedOptionFile {
  const items: OptionItem[] = [];
  let group: string | null = null;
  const stopAt = (kind: LineProblem, line: OptionLine): ParsedOptionFile => ({
    text,
    items,
    problem: { kind, line: line.number },
  });
  for (const line of splitLines(text)) {
    const meaning = parseLine(line.content);
    switch (meaning.kind) {
      case "nothing":
        break;
      case "group":
        group = meaning.name;
        items.push({ kind: "group", group, line });
        break;
      case "include":
        items.push({ ...meaning, group, line });
        break;
      case "option":
        if (group === null) return stopAt("option_without_group", line);
        items.push({ ...meaning, group, line });
        break;
      case "problem":
        return stopAt(
          meaning.problem === "name_empty" && group === null ? "option_without_group" : meaning.problem,
          line,
        );
    }
  }
  return { text, items, problem: null };
}

/** The options of a file, in order, whatever their group. */
export function listEntries({ items }: ParsedOptionFile): readonly OptionEntry[] {
  return items.flatMap((item) => (item.kind === "option" ? [item] : []));
}
