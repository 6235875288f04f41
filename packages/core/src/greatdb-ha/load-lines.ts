import type { Finding } from "../check/build-check";
import { fromByteText, listPlaces, type OptionSources } from "../option-file";
import type { PluginLine, PluginMember } from "./plugin-sight";

/** By which the server's own start loads plugins, beside the list that `INSTALL PLUGIN` keeps. */
const loadingOptions = ["plugin_load", "plugin_load_add", "early_plugin_load"];
const namesPlugin = /greatdb_ha/i;

/** Every line of an option file by which the server's own start would load the plugin, by its name or by its library's. */
export function listLoadLines(sources: OptionSources): readonly PluginLine[] {
  return loadingOptions.flatMap((option) =>
    listPlaces(sources, option).flatMap((place): PluginLine[] => {
      if (place.kind !== "file" || !namesPlugin.test(fromByteText(place.value))) return [];
      const { file, name, line } = place.entry;
      const isLoose = /^loose[-_]/i.test(fromByteText(name));
      return [{ file: fromByteText(file), line: line.number, name: fromByteText(name), isLoose }];
    }),
  );
}

/** What the server's own start loads is loaded again after every unloading: no undo and no removal would last. */
export function judgeLoadLines({
  seen: { loadLines = [] },
}: {
  readonly seen: Pick<PluginMember, "loadLines">;
}): readonly Finding[] {
  return loadLines.map(({ file: path, line, name }): Finding => {
    const remedy = "check.plugin_load_line.remedy";
    const params = { file: path, line, name };
    return { result: "fail", evidence: "check.plugin_load_line.fail", remedy, params };
  });
}
