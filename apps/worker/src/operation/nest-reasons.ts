import { type CheckReport, type Message, paramsWith } from "@primacy/contract";

/**
 * The report with the reasons `told` as messages within its texts, so that each is read in the reader's language: what was
 * judged knows of a reason its English text alone. Whatever is none of them stays as it is.
 */
export function nestReasons(report: CheckReport, told: readonly Message[]): CheckReport {
  return {
    ...report,
    checks: report.checks.map((check) => ({
      ...check,
      evidence: nestReason(check.evidence, told),
      remedy: check.remedy === null ? null : nestReason(check.remedy, told),
    })),
  };
}

/** A text whose `reason` is the English text of one of `told`, with that one within; any other as it is. */
export function nestReason(text: Message, told: readonly Message[]): Message {
  const reason = told.find((one) => one.text !== "" && one.text === text.params.reason);
  return reason === undefined ? text : { ...text, params: paramsWith(text.params, { reason }) };
}
