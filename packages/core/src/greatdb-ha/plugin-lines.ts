import { isRefusal } from "@primacy/contract";
import type { PluginHost } from "@primacy/contract/agent";
import {
  fromByteText,
  isReadGroup,
  listPlaces,
  normaliseName,
  type OptionSources,
  readAgain,
  redoEdit,
} from "../option-file";
import type { PluginSetting } from "./desired-settings";
import type { PluginFilePlan, PluginLine, UnfitLine } from "./plugin-sight";
import { isValueFit, pluginVariables, variablePrefix } from "./plugin-variables";

/** Whatever stands before the name, and whichever variable follows: a server without the plugin knows none of them. */
const ofPlugin = /^(?:(?:skip|disable|enable|loose|maximum)_)*greatdb_ha(?:_|$)/;

/** Every line for the plugin that the server reads, also of variables that no release has. */
export function listPluginLines({ reading, groups }: OptionSources): readonly PluginLine[] {
  return reading.entries.flatMap(({ file, group, name: given, line }): PluginLine[] => {
    const name = normaliseName(given);
    if (!isReadGroup(group, groups) || !ofPlugin.test(name)) return [];
    const isLoose = /^(?:[a-z]+_)?loose_/.test(name);
    return [{ file: fromByteText(file), line: line.number, name: fromByteText(given), isLoose }];
  });
}

/** Those that are there still once what is planned was done. */
export async function listStayingLines(
  sources: OptionSources,
  plan: PluginFilePlan,
): Promise<readonly PluginLine[]> {
  if (plan.kind !== "planned") return listPluginLines(sources);
  const { edit } = plan;
  const { reading } = sources;
  const sight = reading.visits.find(
    (visit) => visit.sight.kind === "text" && visit.sight.realPath === edit.file,
  )?.sight;
  const text = sight?.kind === "text" ? redoEdit(edit, sight.text) : null;
  if (text === null || isRefusal(text)) return listPluginLines(sources);
  return listPluginLines({ ...sources, reading: await readAgain(reading, edit.file, text) });
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

/** What the server's next start would give those settings that nothing but a start gives; those that no place sets are left out. */
export function findStartValues(
  sources: OptionSources,
  settings: readonly PluginSetting[],
): Readonly<Record<string, string>> {
  const fixed = settings.filter(({ isReadOnly }) => isReadOnly);
  return Object.fromEntries(
    fixed.flatMap(({ name }) => {
      const last = listPlaces(sources, name).at(-1);
      return last === undefined ? [] : [[name, fromByteText(last.value)] as const];
    }),
  );
}

/**
 * Option files from which the server has values, by its own word, and which its agent did not come to. One that is gone from a folder
 * that the server includes is none of them: the next start does not read it.
 */
export function listUnseenFiles(
  named: readonly string[],
  { files, folders }: Pick<PluginHost, "files" | "folders">,
): readonly string[] {
  const seen = new Set(files.flatMap(({ path, realPath }) => [toPlain(path), toPlain(realPath ?? path)]));
  const listed = new Set(folders.flatMap(({ path, names }) => (names === null ? [] : [toPlain(`${path}/`)])));
  const isKnown = (path: string): boolean =>
    seen.has(path) || listed.has(path.slice(0, path.lastIndexOf("/") + 1));
  return named.filter((path) => !isKnown(toPlain(path)));
}

function toPlain(path: string): string {
  return path.replaceAll(/\/(?:\.?\/)+/g, "/");
}
