import type { OperationDefinitions } from "../operation/definition";
import { restartCheckOperation, restartOperation } from "./restart-operation";

/** Restarting the servers of a cluster one after another. */
export const restartOperations: OperationDefinitions<"restart.check" | "restart"> = {
  "restart.check": restartCheckOperation,
  restart: restartOperation,
};
