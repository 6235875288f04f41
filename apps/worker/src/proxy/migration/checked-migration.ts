import type { CheckReport, Refusal } from "@primacy/contract";
import type { PlannedOperation } from "@primacy/core/operation";
import type { AnyMigrationStep } from "@primacy/core/proxy";

/** What a look found. The plan counts only where no check fails and nothing refuses. */
export interface CheckedMigration {
  readonly report: CheckReport;
  /** What stands against it besides the checks: the console was restored, and its agents know better. */
  readonly refusal: Refusal | null;
  plan(): Promise<PlannedOperation<AnyMigrationStep>>;
}
