import type { OperationDefinitions } from "../operation/definition";
import { recoveryCheckOperation, recoveryOperation } from "./recovery-operation";

/** Bringing back a group that serves nobody. */
export const recoveryOperations: OperationDefinitions<"recovery.check" | "recovery"> = {
  "recovery.check": recoveryCheckOperation,
  recovery: recoveryOperation,
};
