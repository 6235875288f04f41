export { checkRestart } from "./check-restart";
export {
  planRestart,
  type RestartInput,
  type RestartRound,
  type RestartStep,
  restartStatement,
} from "./plan-restart";
