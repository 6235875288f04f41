import type { OperationDefinitions } from "../operation/definition";
import { switchoverCheckOperation, switchoverOperation } from "./switchover-operation";

/** The operations of a planned change of the primary. */
export const switchoverOperations: OperationDefinitions<"switchover.check" | "switchover"> = {
  "switchover.check": switchoverCheckOperation,
  switchover: switchoverOperation,
};
