import type { PlannedStep } from "../operation/planned-step";
import type { VipStep, VipStepBase } from "../plan/vip-steps";
import type { AddressPlace } from "../proxy/migration/migration-steps";

/** The steps of a change of provider: those of a VIP, the proof between the two, and the client that measures the gap. */
export type VipMigrationStep =
  | VipStep
  | PlannedStep<"vip.prove_free", VipStepBase>
  | PlannedStep<"migration.watch", AddressPlace>
  | PlannedStep<"migration.measure", AddressPlace>;
