export { fieldFindings } from "./address-findings";
export type { CheckCode, Finding } from "./build-check";
export { checkVip, checkVipAddress } from "./check-vip";
export {
  type CheckpointSettings,
  checkpointSettingsOf,
  checkpointVariables,
  checkpointWaitMs,
} from "./checkpoint-period";
export { type DowntimeSpan, describeSpan } from "./describe-span";
export {
  detectionSeconds,
  type FailoverFacts,
  type GroupFacts,
  groupFailoverSeconds,
  noticedSeconds,
  type ProxyFacts,
  proofWaitMs,
  suspicionPeriodSeconds,
} from "./downtime";
export { failoverVariables, findGroupFacts } from "./group-facts";
export { listUnregistered } from "./list-unregistered";
export { type ChosenNic, chooseNic, findNicOf, type NicOwner, networkOf } from "./network";
export { nicChecks } from "./network-rules";
export { predictDowntime, predictSwitchover } from "./predict-downtime";
export { proxyFactsOf } from "./proxy-downtime";
export { refuseFailed } from "./refuse-failed";
export type {
  CheckedMember,
  HostSight,
  KnownAddress,
  LongTransactions,
  OtherVip,
  VipCheckSnapshot,
} from "./snapshot";
export { longTransactionSeconds } from "./transaction-rules";
export { type CheckedVariable, checkedVariables } from "./variables";
export type { NicRequest } from "./vip-needs";
