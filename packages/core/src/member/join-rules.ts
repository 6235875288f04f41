import type { Check, GtidDifference } from "@primacy/contract";
import { buildCheck, type Finding } from "../check/build-check";
import { isVoter } from "../cluster";
import { type ComparedGtids, shortenGtids } from "./compare-gtids";
import { type AnsweringServer, isInGroup, type MemberSnapshot } from "./snapshot";

/** The group expels a member that it lost within this time, unless it was told to wait longer. */
export const expelLimitSeconds = 60;

/** The checks before a member joins its group. */
export function joinChecks(
  snapshot: MemberSnapshot,
  server: AnsweringServer | null,
  compared: ComparedGtids | null,
): readonly Check[] {
  // Who recovers votes, and can be reached: the group goes on with it.
  const { presentCount: online, voterCount: total } = snapshot.group;
  const majority: Finding =
    total > 0 && online * 2 > total
      ? { result: "pass", evidence: "check.majority.pass", params: { online, total } }
      : total === 0
        ? {
            result: "fail",
            evidence: "check.member_majority.fail_none",
            remedy: "check.member_majority.remedy",
          }
        : {
            result: "fail",
            evidence: "check.majority.fail",
            remedy: "check.majority.remedy",
            params: { online, total },
          };
  return [
    buildCheck("majority", null, majority),
    ...(server === null || isInGroup(snapshot) || server.state === null
      ? []
      : [
          ...listedFindings(snapshot, server).map((one) => buildCheck("member_listed", null, one)),
          buildCheck("member_gtids", null, gtidFinding(snapshot, compared)),
          ...(compared === null ? [] : transferChecks(snapshot, server, compared.difference)),
        ]),
  ];
}

/** A clone loses what the member has, for good: it is asked for by name, or it is not started. */
function transferChecks(
  snapshot: MemberSnapshot,
  server: AnsweringServer,
  difference: GtidDifference,
): readonly Check[] {
  const donor = buildCheck("member_donor", null, donorFinding(snapshot, server, difference));
  if (!isCloned(snapshot, server, difference)) return [donor];
  const params = { member: snapshot.name };
  const asked: Finding = snapshot.isCloneAllowed
    ? { result: "warn", evidence: "check.member_clone.warn", params }
    : {
        result: "fail",
        evidence: "check.member_clone.fail",
        remedy: "check.member_clone.remedy",
        params,
      };
  return [donor, buildCheck("member_clone", null, asked)];
}

/** A join that is asked for while the group expels the member's old connection hangs for more than a minute. */
function listedFindings(
  { name: member, group }: MemberSnapshot,
  { state }: AnsweringServer,
): readonly Finding[] {
  if (state !== "OFFLINE" && state !== "ERROR") return [];
  const params = { member, listed: group.listedState ?? "-", seconds: expelLimitSeconds };
  return [
    isVoter(group.listedState)
      ? { result: "warn", evidence: "check.member_listed.warn", params }
      : { result: "pass", evidence: "check.member_listed.pass", params },
  ];
}

function gtidFinding({ name: member }: MemberSnapshot, compared: ComparedGtids | null): Finding {
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

function donorFinding(
  snapshot: MemberSnapshot,
  server: AnsweringServer,
  difference: GtidDifference,
): Finding {
  const { missingCount: missing, donors } = difference;
  const params = { member: snapshot.name, missing, donors: donors.join(", ") };
  if (missing === 0) return { result: "pass", evidence: "check.member_donor.pass_none", params };
  if (isCloned(snapshot, server, difference)) {
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
