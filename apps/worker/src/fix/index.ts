import type { OperationDefinitions } from "../operation/definition";
import { applyFixOperation, restoreFixOperation } from "./fix-operations";

/** The operations that set what a check found. */
export const fixOperations: OperationDefinitions<"fix.apply" | "fix.restore"> = {
  "fix.apply": applyFixOperation,
  "fix.restore": restoreFixOperation,
};
