import { type Check, type CheckFix, type CheckResult, type MessageParams, message } from "@primacy/contract";
import type { CheckedMember } from "./snapshot";

type MessageCode = Parameters<typeof message>[0];

/** The codes of checks: each has a title in the catalogue. */
export type CheckCode = TitleOf<MessageCode>;
type TitleOf<M extends string> = M extends `check.${infer C}.title` ? C : never;

/** What a rule found: the result, and the codes of evidence and remedy with the values that fill both. */
export interface Finding {
  readonly result: CheckResult;
  readonly evidence: MessageCode;
  readonly remedy?: MessageCode;
  readonly params?: MessageParams;
  /** What would mend it at once. */
  readonly fix?: CheckFix;
}

/** Where a check was made. */
export type CheckPlace = Pick<CheckedMember, "name"> & { readonly hostId: string | null };

/** A check of the cluster as a whole (`member` null) or of one member's host. */
export function buildCheck(code: CheckCode, member: CheckPlace | null, finding: Finding): Check {
  const params = finding.params ?? {};
  return {
    code,
    title: message(`check.${code}.title`, params),
    hostId: member?.hostId ?? null,
    hostName: member?.name ?? null,
    result: finding.result,
    evidence: message(finding.evidence, params),
    remedy: finding.remedy === undefined ? null : message(finding.remedy, params),
    fix: finding.fix ?? null,
  };
}
