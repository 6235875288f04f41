export { buildDocument, showDocument } from "./build-document";
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
  toWantedVip,
  type VipPlanSnapshot,
} from "./plan-vip";
export {
  findUnknownPeers,
  type HeldDocument,
  type ReconcileAction,
  type ReconcileOptions,
  reconcile,
} from "./reconcile";
export type { HostStepInput, StoreInput, VipStep, VipStepBase, VipStepOf, WantedVip } from "./vip-steps";
export type { WantedCluster, WantedHost, WantedMember } from "./wanted";
