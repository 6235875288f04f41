export { checkRestart } from "./check-restart";
export { caughtUpQueue, listUnready } from "./list-unready";
export {
  planRestart,
  type RestartInput,
  type RestartRound,
  type RestartStep,
  restartStatement,
} from "./plan-restart";
