import {
  type Check,
  type CheckReport,
  type MessageParams,
  type ProblemCode,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import type { CheckedMember } from "@primacy/core/check";
import { nestReason } from "../operation/nest-reasons";
import type { ObservedCluster } from "../vip-provider/vip-provider";

/** A reason against an operation that no check finds, with the code that names the whole refusal. */
export interface OwnReason {
  readonly code: ProblemCode;
  readonly params: MessageParams;
  readonly detail: ProblemDetail;
}

/**
 * Every reason against an operation as one refusal, or null where there is none: those that no check finds first, then
 * every failed check.
 */
export function refuseAll(
  own: readonly OwnReason[],
  report: CheckReport,
  snapshot: ObservedCluster,
): Refusal | null {
  const failed = refuseFailedChecks(report, snapshot);
  const [first] = own;
  if (first === undefined) return failed;
  const errors = [...own.map((one) => one.detail), ...(failed?.errors ?? [])];
  return refuse(first.code, errors, first.params);
}

/** Every failed check as one refusal, or null when none failed. An agent that stands in the way is named. */
export function refuseFailedChecks(report: CheckReport, snapshot: ObservedCluster): Refusal | null {
  const failed = report.checks.filter((check) => check.result === "fail");
  if (failed.length === 0) return null;
  const errors = failed.map((check) => toDetail(check, snapshot));
  const outdated = snapshot.members.find((member) => member.sight.kind === "outdated");
  if (outdated !== undefined) return refuse("agent_outdated", errors, agentParams(outdated, snapshot));
  if (failed.some((check) => check.evidence.code === "check.single_primary.fail_multi"))
    return refuse("multi_primary", errors);
  return refuse("checks_failed", errors);
}

function toDetail(check: Check, snapshot: ObservedCluster): ProblemDetail {
  const path = check.hostName === null ? "" : `/hosts/${check.hostName}`;
  const member = snapshot.members.find((one) => one.name === check.hostName);
  if (check.code === "agent" && member !== undefined) return agentDetail(member, snapshot, path);
  return { path, code: `check.${check.code}`, message: check.evidence };
}

function agentDetail(member: CheckedMember, snapshot: ObservedCluster, path: string): ProblemDetail {
  const params = agentParams(member, snapshot);
  switch (member.sight.kind) {
    case "outdated":
      return problemDetail(path, "agent_outdated", params);
    case "unreachable": {
      const detail = problemDetail(path, "agent_unreachable", params);
      return { ...detail, message: nestReason(detail.message, snapshot.told) };
    }
    default:
      return problemDetail(path, "agent_missing", params);
  }
}

function agentParams(
  { name, sight }: CheckedMember,
  snapshot: ObservedCluster,
): Record<string, string | number> {
  return {
    host: name,
    expected: snapshot.agentProtocol,
    actual: sight.kind === "outdated" ? sight.protocol : "-",
    reason: sight.kind === "unreachable" ? sight.reason : "-",
  };
}
