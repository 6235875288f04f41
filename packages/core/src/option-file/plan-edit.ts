import { isRefusal, type ProblemDetail, problemDetail, type Refusal, refuse } from "@primacy/contract";
import { fromByteText, toByteText } from "./byte-text";
import { type OptionEdit, planChange } from "./edit-spans";
import { findEditable } from "./editable-file";
import { isReadGroup } from "./groups";
import { insertLines } from "./insert-lines";
import { isAccumulating, matchOption, normaliseName } from "./option-name";
import type { ParsedOptionFile } from "./parse-file";
import { listPlaces, type OptionPlace, type OptionSources } from "./places";
import { type OptionReading, readAgain } from "./read-files";
import { applySpans, type OptionUndo, type TextSpan, toUndo } from "./undo-edit";

/** An edit of one file that may be written. Texts have one character for each byte. */
export interface OptionEditPlan {
  /** Where the symbolic links of the file's path lead: the file to write. */
  readonly file: string;
  readonly oldText: string;
  /** The same as before where the file says already what is wanted. */
  readonly newText: string;
  readonly undo: OptionUndo;
}

/**
 * Plans edits of one of the files that a server reads, so that every byte that they need not change stays. Refused, with
 * every reason at once, where the server would not get what is wanted, or would read anything else otherwise than before:
 * the whole reading is done again with the new text. A reason's path is that of the edit (`/edits/0`), or of the file.
 */
export async function planEdit(
  file: string,
  edits: readonly OptionEdit[],
  sources: OptionSources,
): Promise<OptionEditPlan | Refusal> {
  const problems = [...checkEdits(edits)];
  const editable = findEditable(file, sources.reading);
  if (isRefusal(editable)) return refuse("conflict", [...editable.errors, ...problems]);
  const { realPath, parsed } = editable;
  const named = edits.map((edit, index) => ({ edit, pointer: `/edits/${index}` }));
  const sound = named.filter(({ pointer }) => !problems.some(({ path }) => path === pointer));
  const changes = sound.map(({ edit, pointer }) => ({
    ...{ edit, pointer },
    ...planChange({ file, parsed, groups: sources.groups }, edit, pointer),
  }));
  problems.push(...changes.flatMap((one) => one.problems));
  const inserts = insertLines(
    parsed,
    changes.flatMap(({ insert }) => insert ?? []),
  );
  const spans = [...changes.flatMap((one) => one.spans), ...inserts].sort((a, b) => a.at - b.at);
  const newText = applySpans(parsed.text, spans);
  const after = { ...sources, reading: await readAgain(sources.reading, realPath, newText) };
  for (const { edit, pointer, problems: found } of changes)
    if (found.length === 0) problems.push(...checkResult(edit, pointer, realPath, after));
  const names = sound.map(({ edit }) => edit.name);
  const overlap = spans.some((span, index) => span.at < endOf(spans[index - 1]));
  if (overlap || endsInInclude(parsed, spans) || !isElseUnchanged(sources, after.reading, names))
    problems.push(problemDetail("/file", "option_edit_unsafe", { file: fromByteText(file) }));
  if (problems.length > 0) return refuse("conflict", problems);
  return {
    file: realPath,
    oldText: parsed.text,
    newText,
    undo: toUndo(realPath, parsed.text, newText, spans),
  };
}

/** Two edits of one line, as of `x` and `skip_x`, cannot be made at once. */
function endOf(span: TextSpan | undefined): number {
  return span === undefined ? 0 : span.at + span.oldText.length;
}

/** Servers before 9.7 lose the last letter of an included name where its line has no break, until a line follows. */
function endsInInclude({ text, items }: ParsedOptionFile, spans: readonly TextSpan[]): boolean {
  const last = items.at(-1);
  const isLast = last?.kind === "include" && last.line.end === text.length && !text.endsWith("\n");
  return isLast && spans.some(({ at }) => at === text.length);
}

function* checkEdits(edits: readonly OptionEdit[]): Generator<ProblemDetail> {
  for (const [index, { kind, name }] of edits.entries()) {
    const pointer = `/edits/${index}`;
    const isName =
      /^[A-Za-z][A-Za-z0-9_.-]*$/.test(name) && !/^(loose|enable|disable|maximum)[-_]/.test(name);
    if (!isName) yield problemDetail(pointer, "option_name_invalid", { name });
    const isSame = (other: OptionEdit): boolean => normaliseName(other.name) === normaliseName(name);
    if (edits.slice(0, index).some(isSame)) yield problemDetail(pointer, "option_edit_twice", { name });
    if (kind === "set" && isAccumulating(name)) yield problemDetail(pointer, "option_accumulates", { name });
  }
}

/** Whether the server gets what an edit wants, now that all edits are in the text. */
function checkResult(
  edit: OptionEdit,
  pointer: string,
  realPath: string,
  sources: OptionSources,
): readonly ProblemDetail[] {
  const places = listPlaces(sources, edit.name);
  if (edit.kind === "remove") return places.map((place) => stillSet(edit.name, pointer, place));
  const isOwn = (place: OptionPlace): boolean =>
    place.kind === "file" && realPathOf(sources.reading, place.entry.file) === realPath;
  const mine = places.findLastIndex((place) => isOwn(place) && place.value === toByteText(edit.value));
  if (mine < 0 && places.length === 0)
    return [problemDetail(pointer, "option_edit_unsafe", { file: fromByteText(realPath) })];
  return places.slice(mine + 1).map((place) => stillSet(edit.name, pointer, place));
}

function stillSet(name: string, pointer: string, place: OptionPlace): ProblemDetail {
  switch (place.kind) {
    case "file": {
      const { file, line } = place.entry;
      return problemDetail(pointer, "option_set_elsewhere", {
        name,
        file: fromByteText(file),
        line: line.number,
      });
    }
    case "persisted":
      return problemDetail(pointer, "option_set_persisted", { name });
    case "command-line":
      return problemDetail(pointer, "option_set_by_command", { name });
  }
}

function realPathOf(reading: OptionReading, file: string): string {
  const sight = reading.visits.find(({ path }) => path === file)?.sight;
  return sight?.kind === "text" ? sight.realPath : file;
}

/** Whether the same files are read to the same lines, and every option but the edited ones is as it was. */
function isElseUnchanged(
  { reading, groups }: OptionSources,
  after: OptionReading,
  names: readonly string[],
): boolean {
  const describe = ({ entries, visits, isFatal }: OptionReading): string =>
    JSON.stringify({
      isFatal,
      visits: visits.map(({ path, problem }) => [path, problem?.kind]),
      entries: entries
        .filter(
          ({ group, name, value }) =>
            !isReadGroup(group, groups) || names.every((one) => matchOption(name, value, one) === null),
        )
        .map(({ file, group, name, value }) => [file, group, name, value]),
    });
  return describe(reading) === describe(after);
}
