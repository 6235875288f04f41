export { checkPlugin } from "./check-plugin";
export { desiredSettings, findDeviations, type PluginSetting, settingsToRestore } from "./desired-settings";
export { readLibraryVersion } from "./library-version";
export { listUnfitLines, planRemoval, planSettings } from "./plan-files";
export {
  installStatement,
  planPluginApply,
  planPluginRemove,
  uninstallStatement,
} from "./plan-plugin";
export type { PluginFilePlan, PluginMember, PluginSight } from "./plugin-sight";
export {
  isLeaving,
  isLoaded,
  isPresent,
  isToBeReadOnly,
  type PluginStand,
  statementsToLoad,
  statementsToUnload,
} from "./plugin-stand";
export { findVariableRule, isOn, listVariables, pluginVariables, variablePrefix } from "./plugin-variables";
export { findPluginRelease, type PluginRelease, pluginReleases, type ReleaseSight } from "./version-rules";
