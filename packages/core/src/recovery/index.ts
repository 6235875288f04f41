export { checkRecovery, type JudgedRecovery } from "./check-recovery";
export {
  bootstrapStatement,
  type FenceInput,
  type ForceInput,
  forceStatements,
  onlineStatement,
  planRecovery,
  type RecoveryGround,
  type RecoveryInput,
  type RecoveryStep,
  type SignedOrder,
} from "./plan-recovery";
export type { RecoveryAgent, RecoveryMember, RecoveryServer, RecoverySnapshot } from "./snapshot";
export { countServing } from "./snapshot";
