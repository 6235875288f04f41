export {
  checkSwitchover,
  longTransactionSeconds,
  type SwitchoverAgent,
  type SwitchoverMember,
  type SwitchoverSnapshot,
} from "./check-switchover";
export {
  planSwitchover,
  type SwitchoverInput,
  type SwitchoverParty,
  type SwitchoverStep,
  switchoverStatement,
  transactionWaitSeconds,
} from "./plan-switchover";
