import type { OperationDefinitions } from "../operation/definition";
import { applyOperation } from "./apply-operation";
import { changeOperation } from "./change-operation";
import { checkOperation } from "./check-operation";
import { releaseOperation, resumeOperation } from "./maintenance-operations";
import { checkMigrationOperation, migrateOperation } from "./migrate-operations";
import { pauseOperation, unpauseOperation } from "./pause-operations";
import { rebindOperation } from "./rebind-operation";
import { checkRemovalOperation, removeOperation } from "./remove-operation";

/** The operations on VIPs. */
export const vipOperations: OperationDefinitions<
  | "vip.check"
  | "vip.apply"
  | "vip.change"
  | "vip.remove"
  | "vip.check_removal"
  | "vip.release"
  | "vip.resume"
  | "vip.pause"
  | "vip.unpause"
  | "vip.rebind"
  | "vip.check_migration"
  | "vip.migrate"
> = {
  "vip.check": checkOperation,
  "vip.apply": applyOperation,
  "vip.change": changeOperation,
  "vip.remove": removeOperation,
  "vip.check_removal": checkRemovalOperation,
  "vip.release": releaseOperation,
  "vip.resume": resumeOperation,
  "vip.pause": pauseOperation,
  "vip.unpause": unpauseOperation,
  "vip.rebind": rebindOperation,
  "vip.check_migration": checkMigrationOperation,
  "vip.migrate": migrateOperation,
};
