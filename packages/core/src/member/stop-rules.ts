import type { Finding } from "../check/build-check";
import { isVoter } from "../cluster";
import { isStop, type MemberActionCheck } from "./member-needs";
import { countVotersLeft, findOwnServer, type MemberSnapshot } from "./snapshot";

/** The checks before a member leaves its group. They need no answer: what is left is told by the others. */
export const stopChecks: readonly MemberActionCheck[] = [
  { code: "member_voters", needs: "nothing", applies: isStop, judge: voters },
  { code: "member_primary", needs: "nothing", applies: isStop, judge: primary },
];

/** In multi-primary mode nobody is elected, but those who write here lose their connections all the same. */
function primary({ name: member, group, isPrimaryAllowed }: MemberSnapshot): Finding {
  const params = { member };
  if (!group.isPrimary) return { result: "pass", evidence: "check.member_primary.pass", params };
  const remedy =
    group.isSinglePrimary === false ? "check.member_primary.remedy_multi" : "check.member_primary.remedy";
  if (group.isSinglePrimary === false)
    return isPrimaryAllowed
      ? { result: "warn", evidence: "check.member_primary.warn_multi", remedy, params }
      : { result: "fail", evidence: "check.member_primary.fail_multi", remedy, params };
  return isPrimaryAllowed
    ? { result: "warn", evidence: "check.member_primary.warn", remedy, params }
    : { result: "fail", evidence: "check.member_primary.fail", remedy, params };
}

function voters(snapshot: MemberSnapshot): Finding {
  const { present, total, survives, hasMajority } = countVotersLeft(snapshot);
  const params = { member: snapshot.name, online: present, total, survives };
  const { listedState, voterCount } = snapshot.group;
  if (voterCount === 0 && isVoter(findOwnServer(snapshot)?.state ?? null))
    return {
      result: "fail",
      evidence: "check.member_voters.fail_unknown",
      remedy: "check.member_voters.remedy",
      params,
    };
  if (!isVoter(listedState)) return { result: "pass", evidence: "check.member_voters.pass_none", params };
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
