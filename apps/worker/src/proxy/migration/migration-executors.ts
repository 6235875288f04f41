import type { AnyMigrationStep } from "@primacy/core/proxy";
import { measureStep, watchStep } from "../../endpoint/gap-steps";
import type { ExecutorMap } from "../../operation/executor";
import { vipExecutors } from "../../vip-steps/vip-executors";
import { parkStep, restoreStep, startStep, stopStep } from "./keepalived-steps";
import { forgetStep, keepStep, storeStep } from "./record-steps";
import { proveStep } from "./way-steps";

/** The executors of the steps of a migration: those of a VIP, and what is done with Keepalived. */
export const migrationExecutors: ExecutorMap<AnyMigrationStep> = {
  ...vipExecutors,
  "vip.store": storeStep,
  "migration.park": parkStep,
  "migration.watch": watchStep,
  "migration.stop": stopStep,
  "migration.measure": measureStep,
  "migration.keep": keepStep,
  "migration.restore": restoreStep,
  "migration.start": startStep,
  "migration.prove": proveStep,
  "migration.forget": forgetStep,
};
