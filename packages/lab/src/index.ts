export { LabError, type LabErrorCode } from "./errors";
export type { FaultEvidence, FaultName } from "./fault/evidence";
export type { ProcessTarget } from "./fault/freeze-faults";
export type { CutOptions } from "./fault/network-faults";
export { LabHost } from "./host/lab-host";
export { Lab } from "./lab";
export type { LabNames } from "./lab-names";
export { type GroupMember, observeGroup, observeSelf } from "./mysql/group";
export { type HostStatus, type LabStatus, observeLabStatus } from "./observe/status";
export { findLab, openLab } from "./open-lab";
export type { CommandOptions, CommandResult } from "./process/run-command";
export { checkRequirements, requiredPackages } from "./requirements";
export {
  type DatabaseName,
  databaseNames,
  type HostName,
  hostNames,
  type ProxyName,
  proxyNames,
} from "./roster";
export { defaultLab, type StartLabOptions, startLab } from "./start-lab";
export { type Account, type LabPart, labParts, listLabs } from "./state/lab-state";
export { type StopLabOptions, stopLab } from "./stop-lab";
