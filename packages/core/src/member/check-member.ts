import type { Check, CheckReport, GtidDifference } from "@primacy/contract";
import { buildCheck, type Finding } from "../check/build-check";
import { isVoter } from "../cluster";
import { type ComparedGtids, compareGtids } from "./compare-gtids";
import { isCloned, joinChecks } from "./join-rules";
import {
  type AnsweringServer,
  findOwnServer,
  isInGroup,
  type MemberServer,
  type MemberSnapshot,
} from "./snapshot";
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

/** Judges an action on a member, with all reasons at once. */
export function checkMember(snapshot: MemberSnapshot): JudgedMemberAction {
  const { server } = snapshot;
  const heard = findOwnServer(snapshot);
  const isJoin = snapshot.action !== "stop";
  const compared =
    isJoin && heard !== null && !isInGroup(snapshot)
      ? compareGtids(heard.gtids, snapshot.peers, snapshot.names)
      : null;
  const checks: readonly Check[] = [
    buildCheck("member_server", null, serverFinding(snapshot, server)),
    ...(heard === null ? [] : configFindings(snapshot, heard)),
    ...(heard === null || heard.state === null
      ? []
      : [buildCheck("member_action", null, actionFinding(snapshot, heard))]),
    ...(heard === null || heard.cloning === "not_cloning" ? [] : [cloningCheck(snapshot, heard.cloning)]),
    ...(isJoin ? joinChecks(snapshot, heard, compared) : stopChecks(snapshot, heard)),
  ];
  return {
    report: {
      checks: [...checks],
      hasFailures: checks.some((check) => check.result === "fail"),
      estimates: [],
    },
    difference: compared?.difference ?? null,
    compared,
    isCloned: heard !== null && compared !== null && isCloned(snapshot, heard, compared.difference),
  };
}

function serverFinding(snapshot: MemberSnapshot, server: MemberServer): Finding {
  const { name: member, hostName: host, address, port } = snapshot;
  if (server.kind === "answering") {
    const params = { member, address, port, uuid: snapshot.serverUuid, other: server.uuid };
    if (findOwnServer(snapshot) !== null)
      return { result: "pass", evidence: "check.member_server.pass", params };
    const remedy = "check.member_server.remedy_other";
    return { result: "fail", evidence: "check.member_server.fail_other", remedy, params };
  }
  const params = { member, host, address, port, reason: server.reason };
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
function cloningCheck({ name: member }: MemberSnapshot, sign: "cloning" | "unknown"): Check {
  return buildCheck("member_cloning", null, {
    result: "fail",
    evidence: sign === "cloning" ? "check.member_cloning.fail" : "check.member_cloning.fail_unknown",
    remedy: "check.member_cloning.remedy",
    params: { member },
  });
}

/** A server that is set up for no group, for another one, or to found one, must not be started. */
function configFindings(snapshot: MemberSnapshot, server: AnsweringServer): readonly Check[] {
  const params = { member: snapshot.name, group: snapshot.groupName, other: server.groupName ?? "-" };
  const build = (finding: Finding): Check => buildCheck("member_group", null, finding);
  if (server.state === null)
    return [
      build({
        result: "fail",
        evidence: "check.member_group.fail_none",
        remedy: "check.member_group.remedy_none",
        params,
      }),
    ];
  if (snapshot.action === "stop") return [];
  const isOther = server.groupName?.toLowerCase() !== snapshot.groupName.toLowerCase();
  const findings: readonly Finding[] = [
    ...(isOther
      ? [
          {
            result: "fail",
            evidence: "check.member_group.fail_other",
            remedy: "check.member_group.remedy_other",
            params,
          } as const,
        ]
      : []),
    ...(server.isBootstrapping
      ? [
          {
            result: "fail",
            evidence: "check.member_group.fail_bootstrap",
            remedy: "check.member_group.remedy_bootstrap",
            params,
          } as const,
        ]
      : []),
  ];
  const passed: Finding = { result: "pass", evidence: "check.member_group.pass", params };
  return [
    ...(findings.length === 0 ? [passed] : findings).map(build),
    ...(server.isOfflineMode
      ? [
          buildCheck("member_offline_mode", null, {
            result: "warn",
            evidence: "check.member_offline_mode.warn",
            remedy: "check.member_offline_mode.remedy",
            params,
          }),
        ]
      : []),
  ];
}

function actionFinding(snapshot: MemberSnapshot, { state }: AnsweringServer): Finding {
  const params = { member: snapshot.name, state: state ?? "-", listed: snapshot.group.listedState ?? "-" };
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
