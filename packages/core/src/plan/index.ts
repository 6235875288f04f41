export {
  buildDocument,
  type DocumentRight,
  rightWhileJoining,
  showDocument,
  withoutGuards,
} from "./build-document";
export { buildGrant } from "./build-grant";
export {
  type Digest,
  findCommonAddresses,
  findDifferences,
  findKept,
  findOverruled,
  type HeldDocument,
  type HeldVip,
  unheard,
} from "./find-differences";
export {
  type AgentStepInput,
  planClusterRemove,
  planRefresh,
  planRegister,
  type RefreshSnapshot,
  type RefreshStep,
  type RegisterSnapshot,
  type RegisterStep,
  type RemoveStep,
  type ServerAddress,
  type WantedMemberDraft,
} from "./plan-cluster";
export { planVipPause, planVipUnpause } from "./plan-pause";
export {
  applyChange,
  planVipApply,
  planVipChange,
  planVipRemove,
  toVip,
  toWantedVip,
  type VipPlanSnapshot,
  whatIsTakenOver,
  withVip,
} from "./plan-vip";
export { readsOf } from "./reads-of";
export {
  findUnknownPeers,
  isWithheld,
  type ReconcileAction,
  type ReconcileOptions,
  reconcile,
} from "./reconcile";
export { findStepVip } from "./vip-drafts";
export type {
  CapabilitiesStepInput,
  CapableStepInput,
  HostStepInput,
  LibraryStepInput,
  PluginExpectation,
  PluginStep,
  PluginStepInput,
  RemovedDropIn,
  RemovedLibrary,
  StoreInput,
  VipStep,
  VipStepBase,
  VipStepOf,
  WantedVip,
} from "./vip-steps";
export type { WantedCluster, WantedHost, WantedMember } from "./wanted";
