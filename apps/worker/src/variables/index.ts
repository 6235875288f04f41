import type { OperationDefinitions } from "../operation/definition";
import { readOperation } from "./read-operation";
import { readVipsOperation } from "./read-vips-operation";

/** Reading the variables of a cluster's servers, and moving the plugin's read VIPs. */
export const variablesOperations: OperationDefinitions<"variables.read" | "variables.read_vips"> = {
  "variables.read": readOperation,
  "variables.read_vips": readVipsOperation,
};
