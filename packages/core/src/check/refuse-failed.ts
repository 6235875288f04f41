import { type CheckReport, type Refusal, refuse } from "@primacy/contract";

/** Every failed check of a report as one refusal; null where none failed. */
export function refuseFailed(report: CheckReport): Refusal | null {
  const failed = report.checks.filter((check) => check.result === "fail");
  if (failed.length === 0) return null;
  return refuse(
    "checks_failed",
    failed.map((check) => ({ path: "", code: `check.${check.code}`, message: check.evidence })),
  );
}
