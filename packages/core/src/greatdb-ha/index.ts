export { listLacking } from "./capability-checks";
export { ownDropIn, ownDropInFile, ownDropInName, pluginCapabilities } from "./capability-drop-in";
export { checkPlugin } from "./check-plugin";
export { withRestartChecks } from "./check-restarts";
export {
  desiredSettings,
  findDeviations,
  type PluginSetting,
  pluginPort,
  settingsToRestore,
} from "./desired-settings";
export { type InspectedLibrary, inspectLibrary } from "./inspect-library";
export { isOfPlugin, judgeRemoval, type PlacedAddress, type RemovalSight } from "./judge-removal";
export {
  followEvidence,
  isHeldRightly,
  isLeftBehind,
  killedForMs,
  type LeftEvidence,
  type LeftSight,
  notPrimaryForMs,
} from "./left-address";
export { readLibraryVersion } from "./library-version";
export { listLoadLines } from "./load-lines";
export type { PluginAccount, PluginConnections, PluginPathSight, PluginPeer } from "./path-sight";
export { planRemoval, planSettings } from "./plan-files";
export { planPluginApply, planPluginRemove } from "./plan-plugin";
export {
  mapStatement,
  planReadVips,
  type ReadVipsPlan,
  type ReadVipsStep,
  type ReadVipTarget,
} from "./plan-read-vips";
export { planPluginRebind } from "./plan-rebind";
export {
  chooseNextPrimary,
  type PluginRestartStep,
  planWithRestarts,
  type RestartedMember,
  type RestartsSight,
  type ServerRestartInput,
} from "./plan-restarts";
export { judgePluginDrift, type PluginReading } from "./plugin-drift";
export {
  findStartValues,
  listPluginLines,
  listStayingLines,
  listUnfitLines,
  listUnseenFiles,
} from "./plugin-lines";
export type { PluginFilePlan, PluginMember, PluginSight, UploadedLibrary } from "./plugin-sight";
export {
  isLeaving,
  isLoaded,
  isPresent,
  isToBeReadOnly,
  type PluginStand,
  statementsToLoad,
  statementsToUnload,
} from "./plugin-stand";
export { forceStatement, installStatement, uninstallStatement } from "./plugin-statements";
export { findVariableRule, isOn, listVariables, pluginVariables, variablePrefix } from "./plugin-variables";
export { findPluginRelease, type PluginRelease, pluginReleases, type ReleaseSight } from "./version-rules";
export { moveReadVips, readVipMap, type VipMap, type VipMapSight, type VipMove } from "./vip-map";
