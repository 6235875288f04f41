export type { CheckCode, Finding } from "./build-check";
export { checkVip, checkVipAddress, hostCheckCodes } from "./check-vip";
export {
  detectionSeconds,
  estimateDowntime,
  type FailoverFacts,
  groupFailoverSeconds,
  proofWaitMs,
  suspicionPeriodSeconds,
} from "./downtime";
export { type ChosenNic, chooseNic, findNicOf, networkOf } from "./network";
export type { CheckedMember, HostSight, KnownAddress, OtherVip, VipCheckSnapshot } from "./snapshot";
export { type CheckedVariable, checkedVariables } from "./variables";
