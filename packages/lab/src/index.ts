export { LabClient, type WriteOptions } from "./client/lab-client";
export { LabError, type LabErrorCode } from "./errors";
export type { FaultEvidence, FaultName } from "./fault/evidence";
export type { CutOptions } from "./fault/network-faults";
export { cleanLab } from "./fixture/clean-lab";
export { isLongRun } from "./fixture/long-run";
export { makeOperatorKey, type OperatorKey } from "./fixture/operator-key";
export type { SshAccess } from "./fixture/ssh-access";
export { acquireTestLab, keepTestLab, type TestLab, type TestLabOptions, testLab } from "./fixture/test-lab";
export { assertUnbroken, TestWatch } from "./fixture/test-watch";
export { LabHost } from "./host/lab-host";
export { Lab } from "./lab";
export type { LabNames } from "./lab-names";
export { type GroupMember, observeGroup, observeSelf } from "./mysql/group";
export { joinRows, type RootSqlOptions, runRootSql } from "./mysql/root-sql";
export { type SecondGroup, secondPorts, startSecondGroup } from "./mysql/second-group";
export { AddressWatch } from "./observe/address-watch";
export { type LabSummary, observeLabs } from "./observe/all-labs";
export type { AnnouncementCount } from "./observe/announcement-count";
export type { ArpOwner } from "./observe/arp-owners";
export { observeLeftovers } from "./observe/leftovers";
export { watchMembers } from "./observe/member-watch";
export { type HostStatus, type LabStatus, observeLabStatus } from "./observe/status";
export { findLab, openLab } from "./open-lab";
export { type BuildPluginOptions, pluginLibrary } from "./plugin/build-plugin";
export type { LabPlugin } from "./plugin/lab-plugin";
export { preparePluginServers } from "./plugin/prepare-servers";
export { allowStart, refuseStart } from "./plugin/refuse-start";
export { type PluginRelease, pluginReleases } from "./plugin/release";
export { monotonicMs } from "./process/monotonic";
export type { CommandOptions, CommandResult } from "./process/run-command";
export { waitFor } from "./process/wait-for";
export { haproxyPorts, routerPorts } from "./proxy/ports";
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
