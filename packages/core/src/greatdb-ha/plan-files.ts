import { isRefusal, type Message, message } from "@primacy/contract";
import {
  fromByteText,
  isReadGroup,
  listPlaces,
  type OptionEdit,
  type OptionEditPlan,
  type OptionSources,
  type OptionUndo,
  planEdit,
  reverseEdit,
  undoEdit,
} from "../option-file";
import { type PluginSetting, toEdits } from "./desired-settings";
import type { PluginFilePlan, UnfitLine } from "./plugin-sight";
import { isValueFit, pluginVariables, variablePrefix } from "./plugin-variables";
import { showEdit } from "./show-edit";

/**
 * The edit that gives a server these settings from its next start on: in the file that has one of them already, else in the last
 * one with the server's own options. Every file that is fit is tried before that is refused, with the reasons of the first.
 */
export async function planSettings(
  sources: OptionSources,
  settings: readonly PluginSetting[],
): Promise<PluginFilePlan> {
  const names = settings.map(({ name }) => name);
  return planIn(listFit(sources, names), toEdits(settings), sources);
}

/**
 * The edit that takes these settings out of the file that has them. Where that file is what an `applied` edit made of it, it becomes
 * what it was before, byte for byte.
 */
export async function planRemoval(
  sources: OptionSources,
  names: readonly string[],
  applied: OptionUndo | null,
): Promise<PluginFilePlan> {
  const exact = applied === null ? null : planExact(sources, applied);
  if (exact !== null) return exact;
  const files = listSetting(sources, names);
  const set = names.filter((name) => listPlaces(sources, name).some(({ kind }) => kind === "file"));
  if (set.length === 0) return { kind: "unchanged" };
  const edits = set.map((name): OptionEdit => ({ kind: "remove", name, by: "delete" }));
  return planIn(files, edits, sources);
}

function planExact({ reading }: OptionSources, applied: OptionUndo): PluginFilePlan | null {
  const sight = reading.visits.find(
    (visit) => visit.sight.kind === "text" && visit.sight.realPath === applied.file,
  )?.sight;
  if (sight?.kind !== "text" || isRefusal(undoEdit(applied, sight.text))) return null;
  const edit = reverseEdit(applied);
  return { kind: "planned", edit, diff: showEdit(sight.text, edit) };
}

async function planIn(
  files: readonly string[],
  edits: readonly OptionEdit[],
  sources: OptionSources,
): Promise<PluginFilePlan> {
  let reasons: readonly Message[] | null = null;
  for (const file of files) {
    const plan = await planEdit(file, edits, sources);
    if (!isRefusal(plan)) return toPlan(plan);
    reasons ??= plan.errors.map((error) => error.message);
  }
  return { kind: "refused", reasons: reasons ?? [message("problem.plugin_no_option_file")] };
}

function toPlan({ oldText, newText, undo }: OptionEditPlan): PluginFilePlan {
  return oldText === newText
    ? { kind: "unchanged" }
    : { kind: "planned", edit: undo, diff: showEdit(oldText, undo) };
}

/** The files that may be edited, the best first. */
function listFit(sources: OptionSources, names: readonly string[]): readonly string[] {
  const { reading, groups } = sources;
  const isOfServer = (path: string): boolean =>
    reading.entries.some(({ file, group }) => file === path && isReadGroup(group, groups));
  const writable = reading.visits
    .filter(({ sight }) => sight.kind === "text" && sight.isWritable)
    .map(({ path }) => path)
    .reverse();
  const ranked = [...listSetting(sources, names), ...writable.filter(isOfServer), ...writable];
  return [...new Set(ranked)];
}

/** The files that set one of these variables, the last first. */
function listSetting(sources: OptionSources, names: readonly string[]): readonly string[] {
  const files = names.flatMap((name) =>
    listPlaces(sources, name).flatMap((place) => (place.kind === "file" ? place.entry.file : [])),
  );
  return [...new Set(files)].reverse();
}

/** The lines with values of the plugin's variables that it does not take, wherever they stand. */
export function listUnfitLines(sources: OptionSources): readonly UnfitLine[] {
  return pluginVariables.flatMap((rule) => {
    const name = `${variablePrefix}${rule.name}`;
    return listPlaces(sources, name).flatMap((place): UnfitLine[] => {
      const value = fromByteText(place.value);
      if (place.kind !== "file" || isValueFit(rule, value)) return [];
      return [{ file: fromByteText(place.entry.file), line: place.entry.line.number, name, value }];
    });
  });
}
