import { type ProblemDetail, problemDetail } from "@primacy/contract";
import { fromByteText, toByteText } from "./byte-text";
import { isReadGroup } from "./groups";
import { matchOption, type OptionMatch } from "./option-name";
import { listEntries, type OptionEntry, type ParsedOptionFile } from "./parse-file";
import type { TextSpan } from "./undo-edit";
import { writeValue } from "./write-line";

/** One change of a file. Names and values are as people write them. */
export type OptionEdit =
  /** `isLoose`: a line that is new is passed by where the server lacks the variable, as with a plugin's. */
  | { readonly kind: "set"; readonly name: string; readonly value: string; readonly isLoose: boolean }
  /** Every line of the file that sets the variable, however it is spelled. */
  | { readonly kind: "remove"; readonly name: string; readonly by: "comment" | "delete" };

/** What an edit changes: stretches of the file, and a line that is new. */
export interface EditChange {
  readonly spans: readonly TextSpan[];
  readonly insert: string | null;
  readonly problems: readonly ProblemDetail[];
}

interface OwnEntry {
  readonly entry: OptionEntry;
  readonly match: OptionMatch;
}

const unchanged: EditChange = { spans: [], insert: null, problems: [] };

/** What an edit changes in a file; `pointer` names the edit in its problems. */
export function planChange(
  {
    file,
    parsed,
    groups,
  }: { readonly file: string; readonly parsed: ParsedOptionFile; readonly groups: readonly string[] },
  edit: OptionEdit,
  pointer: string,
): EditChange {
  const own = listEntries(parsed).flatMap((entry): OwnEntry[] => {
    const match = isReadGroup(entry.group, groups) ? matchOption(entry.name, entry.value, edit.name) : null;
    return match === null ? [] : [{ entry, match }];
  });
  const touched = edit.kind === "remove" ? own : own.slice(-1);
  const broken = touched.filter(({ entry }) => !entry.line.isPlain);
  if (broken.length > 0)
    return {
      ...unchanged,
      problems: broken.map(({ entry }) =>
        problemDetail(pointer, "option_line_ambiguous", {
          file: fromByteText(file),
          line: entry.line.number,
        }),
      ),
    };
  if (edit.kind === "remove")
    return { ...unchanged, spans: own.map(({ entry }) => removeEntry(parsed.text, entry, edit.by)) };
  const last = touched[0];
  const value = toByteText(edit.value);
  if (last?.match.value === value) return unchanged;
  if (last === undefined) {
    const before = `${edit.isLoose ? "loose_" : ""}${edit.name}${separatorOf(parsed)}`;
    const written = writeValue(edit.name, value, { before, after: "", quote: "" });
    return written === null
      ? unwritable(edit.name, pointer)
      : { ...unchanged, insert: `${before}${written}` };
  }
  const span = replaceValue(last, edit.name, value);
  return span === null ? unwritable(edit.name, pointer) : { ...unchanged, spans: [span] };
}

function unwritable(name: string, pointer: string): EditChange {
  return { ...unchanged, problems: [problemDetail(pointer, "option_value_unwritable", { name })] };
}

function removeEntry(text: string, { line, span }: OptionEntry, by: "comment" | "delete"): TextSpan {
  return by === "delete"
    ? { at: line.start, oldText: text.slice(line.start, line.end), newText: "" }
    : { at: line.start + span.nameStart, oldText: "", newText: "#" };
}

/** The value's bytes alone where the name may stay; `skip-` and its like go. */
function replaceValue({ entry, match }: OwnEntry, variable: string, value: string): TextSpan | null {
  const { content, start: lineStart } = entry.line;
  const { nameStart, nameEnd, value: old } = entry.span;
  const name = match.isSwitch ? `${looseOf(match)}${match.given}` : entry.name;
  const from = match.isSwitch ? nameStart : (old?.start ?? nameEnd);
  const to = old?.end ?? nameEnd;
  const middle = old === null ? "=" : content.slice(nameEnd, old.start);
  const frame = {
    before: `${content.slice(0, nameStart)}${name}${middle}`,
    after: content.slice(to),
    quote: old?.quote ?? "",
  };
  const written = writeValue(variable, value, frame);
  if (written === null) return null;
  const newText = `${frame.before}${written}`.slice(from);
  return { at: lineStart + from, oldText: content.slice(from, to), newText };
}

/** `loose` and its separator, as the line has them. */
function looseOf({ prefix }: OptionMatch): string {
  return /loose[-_]/.exec(prefix)?.[0] ?? "";
}

/** The file's own way: ` = ` where its last option with a value has it so. */
function separatorOf(parsed: ParsedOptionFile): string {
  const last = listEntries(parsed).findLast(({ span }) => span.value !== null);
  if (last === undefined) return " = ";
  const found = last.line.content.slice(last.span.nameEnd, last.span.value?.start);
  return /\s/.test(found) ? " = " : "=";
}
