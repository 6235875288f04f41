import type { CheckReport, Message, MessageParams } from "@primacy/contract";
import { joinMessages, paramsWith } from "@primacy/contract";
import { buildCheck } from "./build-check";

/**
 * The report with what makes a console that was restored from an older database refuse the order, as one failed check;
 * the same report where nothing does. The order refuses for the same reasons.
 */
export function withRestored(report: CheckReport, reasons: readonly Message[]): CheckReport {
  if (reasons.length === 0) return report;
  const params: MessageParams = paramsWith({}, { reasons: joinMessages(reasons) });
  const check = buildCheck("restored", null, {
    result: "fail",
    evidence: "check.restored.fail",
    remedy: "check.restored.remedy",
    params,
  });
  return { ...report, checks: [check, ...report.checks], hasFailures: true };
}
