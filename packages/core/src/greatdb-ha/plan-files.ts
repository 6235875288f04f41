import { isRefusal, type Message, message } from "@primacy/contract";
import {
  isReadGroup,
  listPlaces,
  matchOption,
  type OptionEdit,
  type OptionEditPlan,
  type OptionSources,
  type OptionUndo,
  planEdit,
  reverseEdit,
  undoEdit,
} from "../option-file";
import { type PluginSetting, toEdits } from "./desired-settings";
import type { PluginFilePlan } from "./plugin-sight";
import { pluginVariables, variablePrefix } from "./plugin-variables";
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
 * The edit that takes back an `applied` one. Where its file is what that edit made of it, it becomes what it was before, byte for byte;
 * where somebody has edited it since, the settings that it brought are deleted by their names. What it did not bring stays: without a
 * record of an edit nothing is taken out.
 */
export async function planRemoval(
  sources: OptionSources,
  applied: OptionUndo | null,
): Promise<PluginFilePlan> {
  if (applied === null) return { kind: "unchanged" };
  const exact = planExact(sources, applied);
  if (exact !== null) return exact;
  const set = listBrought(applied).filter((name) =>
    listPlaces(sources, name).some(({ kind }) => kind === "file"),
  );
  if (set.length === 0) return { kind: "unchanged" };
  const edits = set.map((name): OptionEdit => ({ kind: "remove", name, by: "delete" }));
  return planIn(listSetting(sources, set), edits, sources);
}

/** The variables of which an edit brought the line: one whose value alone it changed stood there before. */
function listBrought({ spans }: OptionUndo): readonly string[] {
  const named = (text: string, name: string): boolean =>
    text.split(/\r?\n/).some((line) => matchOption((line.split("=")[0] ?? "").trim(), null, name) !== null);
  return pluginVariables
    .map(({ name }) => `${variablePrefix}${name}`)
    .filter((name) => spans.some(({ oldText, newText }) => named(newText, name) && !named(oldText, name)));
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
