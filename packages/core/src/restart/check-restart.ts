import type { Check, CheckReport } from "@primacy/contract";
import { buildCheck, type Finding } from "../check/build-check";
import {
  checkSwitchover,
  type SwitchoverMember,
  type SwitchoverSnapshot,
} from "../switchover/check-switchover";

/** One member as it is before a rolling restart. */
export interface RestartMember extends SwitchoverMember {
  /** `group_replication_start_on_boot`; null where its server could not be asked. */
  readonly startsOnBoot: boolean | null;
}

/** Everything that decides whether a rolling restart may run that leaves `targetMemberId` as the primary. */
export interface RestartSnapshot extends SwitchoverSnapshot {
  readonly members: readonly RestartMember[];
}

/** With fewer, the members that are left while one restarts are no majority of the registered ones. */
const fewestVoters = 3;

/**
 * Judges the pre-conditions of a rolling restart: those of the switchover in its midst, and that the group can do without
 * each member in turn and gets each back. Nothing may be ordered while `hasFailures`.
 */
export function checkRestart(snapshot: RestartSnapshot): CheckReport {
  const switchover = checkSwitchover(snapshot);
  const own: readonly Check[] = [
    buildCheck("restart_members", null, members(snapshot)),
    ...returns(snapshot).map((finding) => buildCheck("restart_returns", null, finding)),
  ];
  const checks = [...switchover.checks, ...own];
  return { ...switchover, checks, hasFailures: checks.some((check) => check.result === "fail") };
}

function members(snapshot: RestartSnapshot): Finding {
  const remedy = "check.restart_members.remedy";
  const absent = snapshot.members.filter(({ state }) => state !== "ONLINE");
  const params = { members: listNames(absent), total: snapshot.voterCount };
  if (absent.length > 0) return { result: "fail", evidence: "check.restart_members.fail", remedy, params };
  if (snapshot.members.length >= fewestVoters && snapshot.voterCount >= fewestVoters)
    return { result: "pass", evidence: "check.restart_members.pass", params };
  return {
    result: "fail",
    evidence: "check.restart_members.fail_few",
    remedy: "check.restart_members.remedy_few",
    params,
  };
}

function returns(snapshot: RestartSnapshot): readonly Finding[] {
  const remedy = "check.restart_returns.remedy";
  const staying = snapshot.members.filter(({ startsOnBoot }) => startsOnBoot === false);
  const unknown = snapshot.members.filter(({ startsOnBoot }) => startsOnBoot === null);
  const findings: readonly Finding[] = [
    ...(staying.length === 0
      ? []
      : [
          {
            result: "fail",
            evidence: "check.restart_returns.fail",
            remedy,
            params: { members: listNames(staying) },
          } as const,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          {
            result: "fail",
            evidence: "check.restart_returns.fail_unknown",
            remedy,
            params: { members: listNames(unknown) },
          } as const,
        ]),
  ];
  return findings.length > 0 ? findings : [{ result: "pass", evidence: "check.restart_returns.pass" }];
}

function listNames(members: readonly RestartMember[]): string {
  return members.map(({ name }) => name).join(", ");
}
