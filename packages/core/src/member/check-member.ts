import { type CheckReport, type GtidDifference, paramsWith } from "@primacy/contract";
import type { Finding } from "../check/build-check";
import { runCheck } from "../check/run-checks";
import { isVoter } from "../cluster";
import { type ComparedGtids, compareGtids } from "./compare-gtids";
import { isCloned, joinChecks } from "./join-rules";
import {
  isJoin,
  type MemberActionCheck,
  type MemberActionSubject,
  memberActionNeeds,
  type Seen,
} from "./member-needs";
import { findOwnServer, isInGroup, type MemberSnapshot } from "./snapshot";
import { stopChecks } from "./stop-rules";

/** What stands against an action on a member. Nothing may be ordered while the report `hasFailures`. */
export interface JudgedMemberAction {
  readonly report: CheckReport;
  /** Null before a stop, and where nothing can be compared. */
  readonly difference: GtidDifference | null;
  /** The same, whole: a difference names the first of very many only. */
  readonly compared: ComparedGtids | null;
  /** The group would copy a donor's whole data over the member's. */
  readonly isCloned: boolean;
}

/** Every pre-check of an action on a member, in the order of the report. */
export const memberChecks: readonly MemberActionCheck[] = [
  { code: "member_server", needs: "nothing", judge: server },
  { code: "member_group", needs: "server", judge: group },
  { code: "member_offline_mode", needs: "state", applies: isJoin, judge: offlineMode },
  { code: "member_action", needs: "state", judge: action },
  { code: "member_cloning", needs: "server", judge: cloning },
  ...joinChecks,
  ...stopChecks,
];

/** Judges an action on a member, with all reasons at once. */
export function checkMember(snapshot: MemberSnapshot): JudgedMemberAction {
  const own = findOwnServer(snapshot);
  const compared =
    isJoin(snapshot) && own !== null && !isInGroup(snapshot)
      ? compareGtids(own.gtids, snapshot.peers, snapshot.names)
      : null;
  const subject: MemberActionSubject = { ...snapshot, compared };
  const checks = memberChecks.flatMap((check) => runCheck(check, subject, memberActionNeeds, null));
  return {
    report: { checks, hasFailures: checks.some((check) => check.result === "fail"), estimates: [] },
    difference: compared?.difference ?? null,
    compared,
    isCloned: own !== null && compared !== null && isCloned(snapshot, own, compared.difference),
  };
}

function server(snapshot: MemberSnapshot): Finding {
  const { name: member, hostName: host, address, port, server } = snapshot;
  if (server.kind === "answering") {
    const params = { member, address, port, uuid: snapshot.serverUuid, other: server.uuid };
    if (findOwnServer(snapshot) !== null)
      return { result: "pass", evidence: "check.member_server.pass", params };
    const remedy = "check.member_server.remedy_other";
    return { result: "fail", evidence: "check.member_server.fail_other", remedy, params };
  }
  const params = paramsWith({ member, host, address, port }, { reason: server.reason });
  switch (server.why) {
    case "down":
      return {
        result: "fail",
        evidence: "check.member_server.fail_down",
        remedy: "check.member_server.remedy_down",
        params,
      };
    case "offline_mode":
      return {
        result: "fail",
        evidence: "check.member_server.fail_offline_mode",
        remedy: "check.member_server.remedy_offline_mode",
        params,
      };
    case "unknown":
      return {
        result: "fail",
        evidence: "check.member_server.fail",
        remedy: "check.member_server.remedy",
        params,
      };
  }
}

/** Every action but a wait stops it, in the midst of a copy. */
function cloning({ name: member, server }: Seen<"server">): readonly Finding[] {
  if (server.cloning === "not_cloning") return [];
  return [
    {
      result: "fail",
      evidence:
        server.cloning === "cloning" ? "check.member_cloning.fail" : "check.member_cloning.fail_unknown",
      remedy: "check.member_cloning.remedy",
      params: { member },
    },
  ];
}

/** A server that is set up for no group, for another one, or to found one, must not be started. */
function group({ name: member, groupName, action, server }: Seen<"server">): readonly Finding[] {
  const params = { member, group: groupName, other: server.groupName ?? "-" };
  const fail = (what: "none" | "other" | "bootstrap"): Finding => ({
    result: "fail",
    evidence: `check.member_group.fail_${what}`,
    remedy: `check.member_group.remedy_${what}`,
    params,
  });
  if (server.state === null) return [fail("none")];
  // A stop leads into no group.
  if (action === "stop") return [];
  const isOther = server.groupName?.toLowerCase() !== groupName.toLowerCase();
  const failures = [
    ...(isOther ? [fail("other")] : []),
    ...(server.isBootstrapping ? [fail("bootstrap")] : []),
  ];
  return failures.length > 0 ? failures : [{ result: "pass", evidence: "check.member_group.pass", params }];
}

function offlineMode({ name: member, groupName, server }: Seen<"state">): readonly Finding[] {
  if (!server.isOfflineMode) return [];
  return [
    {
      result: "warn",
      evidence: "check.member_offline_mode.warn",
      remedy: "check.member_offline_mode.remedy",
      params: { member, group: groupName, other: server.groupName ?? "-" },
    },
  ];
}

function action(snapshot: Seen<"state">): Finding {
  const { state } = snapshot.server;
  const params = { member: snapshot.name, state, listed: snapshot.group.listedState ?? "-" };
  const pass: Finding = { result: "pass", evidence: "check.member_action.pass", params };
  const isOut = state === "OFFLINE" || state === "ERROR";
  if (snapshot.action === "stop") {
    if (state !== "OFFLINE") return pass;
    const remedy = "check.member_action.remedy_stopped";
    return { result: "fail", evidence: "check.member_action.fail_stopped", remedy, params };
  }
  if (isOut) return pass;
  if (isInGroup(snapshot)) {
    const remedy = "check.member_action.remedy_in_group";
    return { result: "fail", evidence: "check.member_action.fail_in_group", remedy, params };
  }
  if (isVoter(snapshot.group.listedState)) {
    const remedy = "check.member_action.remedy_undecided";
    return { result: "fail", evidence: "check.member_action.fail_undecided", remedy, params };
  }
  // It believes to be in a group that counts it no more: it must leave before it can come back.
  if (snapshot.action === "rejoin") return { ...pass, evidence: "check.member_action.pass_expelled" };
  const remedy = "check.member_action.remedy_expelled";
  return { result: "fail", evidence: "check.member_action.fail_expelled", remedy, params };
}
