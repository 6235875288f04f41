import type { Check, VipRequest } from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import { readsOf } from "../plan/reads-of";
import { buildCheck, type Finding, skipCheck } from "./build-check";
import { oneDecimal } from "./downtime";
import type { CheckedMember } from "./snapshot";
import { type CheckedVariable, findFlag, findNumber, findVariable } from "./variables";

/** The checks of one member's server as a part of its group. A setting that the server lacks is not judged. */
export function memberServerChecks(member: CheckedMember, observation: HostObservation): readonly Check[] {
  return [
    buildCheck("group_requirements", member, groupRequirements(observation)),
    buildCheck("bootstrap", member, bootstrap(observation)),
    ...exitAction(observation).map((finding) => buildCheck("exit_action", member, finding)),
    ...autorejoin(observation).map((finding) => buildCheck("autorejoin", member, finding)),
  ];
}

const required: readonly (readonly [name: CheckedVariable, value: string])[] = [
  ["gtid_mode", "ON"],
  ["enforce_gtid_consistency", "ON"],
  ["log_bin", "ON"],
  ["log_replica_updates", "ON"],
  ["binlog_format", "ROW"],
  ["group_replication_enforce_update_everywhere_checks", "OFF"],
];

function groupRequirements(observation: HostObservation): Finding {
  // Every server has one: where it is not known, the agent alone answered, which does not ask for these.
  if (findVariable(observation, "gtid_mode") === null)
    return { result: "skipped", evidence: "check.skipped_unread" };
  const unmet = required.flatMap(([name, wanted]) => {
    const value = normalize(findVariable(observation, name));
    return value === null || value === wanted ? [] : [`${name} = ${value}`];
  });
  if (unmet.length === 0) return { result: "pass", evidence: "check.group_requirements.pass" };
  return {
    result: "fail",
    evidence: "check.group_requirements.fail",
    remedy: "check.group_requirements.remedy",
    params: {
      unmet: unmet.join(", "),
      wanted: required.map(([name, value]) => `${name} = ${value}`).join(", "),
    },
  };
}

/** Some variables read as 1 and 0 where a session asks for them, and as ON and OFF elsewhere. */
function normalize(value: string | null): string | null {
  if (value === "1") return "ON";
  if (value === "0") return "OFF";
  return value?.toUpperCase() ?? null;
}

function bootstrap(observation: HostObservation): Finding {
  const remedy = "check.bootstrap.remedy";
  const fix = "bootstrap";
  if (findFlag(observation, "group_replication_bootstrap_group@configured") === true)
    return { result: "fail", evidence: "check.bootstrap.fail_configured", remedy, fix };
  if (findFlag(observation, "group_replication_bootstrap_group") === true)
    return { result: "fail", evidence: "check.bootstrap.fail", remedy, fix };
  return { result: "pass", evidence: "check.bootstrap.pass" };
}

function exitAction(observation: HostObservation): readonly Finding[] {
  const value = findVariable(observation, "group_replication_exit_state_action");
  if (value === null) return [];
  if (value === "READ_ONLY")
    return [
      {
        result: "warn",
        evidence: "check.exit_action.warn",
        remedy: "check.exit_action.remedy",
        params: { value },
      },
    ];
  const evidence = value === "ABORT_SERVER" ? "check.exit_action.pass_abort" : "check.exit_action.pass";
  return [{ result: "pass", evidence, params: { value } }];
}

function autorejoin(observation: HostObservation): readonly Finding[] {
  const tries = findNumber(observation, "group_replication_autorejoin_tries");
  if (tries === null) return [];
  const params = { tries };
  return tries > 0
    ? [{ result: "pass", evidence: "check.autorejoin.pass", params }]
    : [
        {
          result: "warn",
          evidence: "check.autorejoin.warn",
          remedy: "check.autorejoin.remedy",
          fix: "autorejoin",
          params,
        },
      ];
}

/** Above these a switchover or failover to the member would wait noticeably. */
const warnAbove = { lagMs: 1_000, queue: 100 };

/** Whether the member has applied what the group wrote; by its agent, else by the console's own connection. */
export function backlogCheck(member: CheckedMember, request: VipRequest): Check {
  const { sight } = member;
  const mysql = sight.kind === "observed" ? (sight.status?.mysql ?? null) : null;
  const isUp = mysql !== null && mysql.reach === "up";
  const queue = isUp ? (mysql.certifyQueue ?? 0) + (mysql.applyQueue ?? 0) : (member.queue ?? null);
  if (queue === null) return skipCheck("backlog", member, "server");
  const lagMs = Math.round((isUp ? mysql.appliedLagMs : null) ?? 0);
  const limit = readsOf(request).reads?.maxLagSeconds ?? Number.POSITIVE_INFINITY;
  const params = { queue, lagMs, seconds: oneDecimal(lagMs / 1000) };
  const remedy = "check.backlog.remedy";
  if (lagMs > limit * 1000)
    return buildCheck("backlog", member, {
      result: "warn",
      evidence: "check.backlog.warn_read",
      remedy,
      params: { ...params, limit },
    });
  return buildCheck(
    "backlog",
    member,
    lagMs > warnAbove.lagMs || queue > warnAbove.queue
      ? { result: "warn", evidence: "check.backlog.warn", remedy, params }
      : { result: "pass", evidence: "check.backlog.pass", params },
  );
}
