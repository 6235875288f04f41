export { checkRestart, type RestartMember, type RestartSnapshot } from "./check-restart";
export {
  planRestart,
  type RestartInput,
  type RestartRound,
  type RestartStep,
  restartStatement,
} from "./plan-restart";
