export { buildVariablesReading } from "./build-reading";
export { findShownVariable, isShownVariable, secretNames, shownPrefixes, shownVariables } from "./catalogue";
export type {
  HostSetting,
  HostSettings,
  MemberReading,
  RunningVariable,
  ServerVariables,
} from "./member-reading";
