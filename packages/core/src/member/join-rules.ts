import type { GtidDifference } from "@primacy/contract";
import type { Finding } from "../check/build-check";
import { isVoter } from "../cluster";
import { shortenGtids } from "./compare-gtids";
import { isJoin, type MemberActionCheck, type Seen } from "./member-needs";
import type { AnsweringServer, MemberSnapshot } from "./snapshot";

/** The group expels a member that it lost within this time, unless it was told to wait longer. */
export const expelLimitSeconds = 60;

/** The checks before a member joins its group. */
export const joinChecks: readonly MemberActionCheck[] = [
  { code: "majority", needs: "nothing", applies: isJoin, judge: majority },
  { code: "member_listed", needs: "outside", applies: isJoin, judge: listed },
  { code: "member_gtids", needs: "outside", applies: isJoin, judge: gtids },
  { code: "member_donor", needs: "comparison", applies: isJoin, judge: donor },
  { code: "member_clone", needs: "comparison", applies: isJoin, judge: clone },
];

/** Who recovers votes, and can be reached: the group goes on with it. */
function majority({ group: { presentCount: online, voterCount: total } }: MemberSnapshot): Finding {
  if (total === 0)
    return {
      result: "fail",
      evidence: "check.member_majority.fail_none",
      remedy: "check.member_majority.remedy",
    };
  const params = { online, total };
  return online * 2 > total
    ? { result: "pass", evidence: "check.majority.pass", params }
    : { result: "fail", evidence: "check.majority.fail", remedy: "check.majority.remedy", params };
}

/** A join that is asked for while the group expels the member's old connection hangs for more than a minute. */
function listed({ name: member, group, server: { state } }: Seen<"outside">): readonly Finding[] {
  if (state !== "OFFLINE" && state !== "ERROR") return [];
  const params = { member, listed: group.listedState ?? "-", seconds: expelLimitSeconds };
  return [
    isVoter(group.listedState)
      ? { result: "warn", evidence: "check.member_listed.warn", params }
      : { result: "pass", evidence: "check.member_listed.pass", params },
  ];
}

function gtids({ name: member, compared }: Seen<"outside">): Finding {
  if (compared === null) {
    const remedy = "check.member_gtids.remedy_unknown";
    return { result: "fail", evidence: "check.member_gtids.fail_unknown", remedy, params: { member } };
  }
  const { missingCount: missing, errantCount: errant } = compared.difference;
  const params = { member, missing, errant, gtids: shortenGtids(compared.errant) };
  if (errant > 0)
    return {
      result: "fail",
      evidence: "check.member_gtids.fail",
      remedy: "check.member_gtids.remedy",
      params,
    };
  return { result: "pass", evidence: "check.member_gtids.pass", params };
}

function donor(subject: Seen<"comparison">): Finding {
  const { missingCount: missing, donors } = subject.compared.difference;
  const params = { member: subject.name, missing, donors: donors.join(", ") };
  if (missing === 0) return { result: "pass", evidence: "check.member_donor.pass_none", params };
  if (isCloned(subject, subject.server, subject.compared.difference)) {
    const evidence =
      donors.length > 0 ? "check.member_donor.warn_threshold" : "check.member_donor.warn_purged";
    return { result: "warn", evidence, remedy: "check.member_donor.remedy_clone", params };
  }
  if (donors.length > 0) return { result: "pass", evidence: "check.member_donor.pass", params };
  return {
    result: "fail",
    evidence: "check.member_donor.fail",
    remedy: "check.member_donor.remedy",
    params,
  };
}

/** A clone loses what the member has, for good: it is asked for by name, or it is not started. */
function clone(subject: Seen<"comparison">): readonly Finding[] {
  if (!isCloned(subject, subject.server, subject.compared.difference)) return [];
  const params = { member: subject.name };
  return [
    subject.isCloneAllowed
      ? { result: "warn", evidence: "check.member_clone.warn", params }
      : {
          result: "fail",
          evidence: "check.member_clone.fail",
          remedy: "check.member_clone.remedy",
          params,
        },
  ];
}

/**
 * True where Group Replication would clone the member, which it does by itself: no donor's binary logs reach back far
 * enough, or too much is missing.
 */
export function isCloned(
  { peers }: MemberSnapshot,
  { hasClone, cloneThreshold }: AnsweringServer,
  { missingCount, donors }: GtidDifference,
): boolean {
  if (missingCount === 0 || !hasClone || !peers.some((peer) => peer.hasClone)) return false;
  return donors.length === 0 || (cloneThreshold !== null && missingCount > cloneThreshold);
}
