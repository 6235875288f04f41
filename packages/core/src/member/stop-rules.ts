import type { Check } from "@primacy/contract";
import { buildCheck, type Finding } from "../check/build-check";
import { type AnsweringServer, countVotersLeft, isVoting, type MemberSnapshot } from "./snapshot";

/** The checks before a member leaves its group. */
export function stopChecks(snapshot: MemberSnapshot, server: AnsweringServer | null): readonly Check[] {
  const params = { member: snapshot.name };
  const primary: Finding = !snapshot.group.isPrimary
    ? { result: "pass", evidence: "check.member_primary.pass", params }
    : {
        result: snapshot.isPrimaryAllowed ? "warn" : "fail",
        evidence: snapshot.isPrimaryAllowed ? "check.member_primary.warn" : "check.member_primary.fail",
        remedy: "check.member_primary.remedy",
        params,
      };
  return [
    buildCheck("member_voters", null, votersFinding(snapshot, server)),
    buildCheck("member_primary", null, primary),
  ];
}

function votersFinding(snapshot: MemberSnapshot, server: AnsweringServer | null): Finding {
  const { online, total, survives, hasMajority } = countVotersLeft(snapshot);
  const params = { member: snapshot.name, online, total, survives };
  const { listedState, voterCount } = snapshot.group;
  if (voterCount === 0 && isVoting(server?.state ?? null))
    return {
      result: "fail",
      evidence: "check.member_voters.fail_unknown",
      remedy: "check.member_voters.remedy",
      params,
    };
  if (!isVoting(listedState)) return { result: "pass", evidence: "check.member_voters.pass_none", params };
  if (!hasMajority)
    return {
      result: "fail",
      evidence: "check.member_voters.fail",
      remedy: "check.member_voters.remedy",
      params,
    };
  if (survives === 0) return { result: "warn", evidence: "check.member_voters.warn", params };
  return { result: "pass", evidence: "check.member_voters.pass", params };
}
