export { longTransactionSeconds } from "../check/transaction-rules";
export {
  checkSwitchover,
  predictPause,
  type SwitchoverAgent,
  type SwitchoverMember,
  type SwitchoverSnapshot,
  unwilling,
} from "./check-switchover";
export { describeSwitchover, type SwitchoverOutcome } from "./describe-switchover";
export type { DrainInput, DrainSight, WantedDrain } from "./drain";
export {
  type FollowingVip,
  planSwitchover,
  type SwitchoverInput,
  type SwitchoverParty,
  type SwitchoverStep,
  switchoverStatement,
  transactionWaitSeconds,
} from "./plan-switchover";
