import type { OperationDefinitions } from "../operation/definition";
import { readOperation } from "./read-operation";

/** Reading the variables of a cluster's servers. */
export const variablesOperations: OperationDefinitions<"variables.read"> = {
  "variables.read": readOperation,
};
