import { readsOf } from "../plan/reads-of";
import type { Finding } from "./build-check";
import { oneDecimal } from "./downtime";
import { type CheckedVariable, findFlag, findNumber, findVariable } from "./variables";
import { type MemberGiven, type MemberSubject, noServer, type ServerSeen, type VipCheck } from "./vip-needs";

/** The checks of one member's server as a part of its group. A setting that the server lacks is not judged. */
export const memberServerChecks: readonly VipCheck[] = [
  { code: "group_requirements", scope: "member", needs: "server", judge: groupRequirements },
  { code: "bootstrap", scope: "member", needs: "server", judge: bootstrap },
  { code: "exit_action", scope: "member", needs: "server", isQuiet: true, judge: exitAction },
  { code: "autorejoin", scope: "member", needs: "server", isQuiet: true, judge: autorejoin },
];

/** Whether the member has applied what the group wrote. */
export const backlogChecks: readonly VipCheck[] = [
  { code: "backlog", scope: "member", needs: "agent", judge: backlog },
];

const required: readonly (readonly [name: CheckedVariable, value: string])[] = [
  ["gtid_mode", "ON"],
  ["enforce_gtid_consistency", "ON"],
  ["log_bin", "ON"],
  ["log_replica_updates", "ON"],
  ["binlog_format", "ROW"],
  ["group_replication_enforce_update_everywhere_checks", "OFF"],
];

function groupRequirements(server: ServerSeen): Finding {
  // Every server has one: where it is not known, the agent alone answered, which does not ask for these.
  if (findVariable(server, "gtid_mode") === null)
    return { result: "skipped", evidence: "check.skipped_unread" };
  const unmet = required.flatMap(([name, wanted]) => {
    const value = normalize(findVariable(server, name));
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

function bootstrap(server: ServerSeen): Finding {
  const remedy = "check.bootstrap.remedy";
  const fix = "bootstrap";
  if (findFlag(server, "group_replication_bootstrap_group@configured") === true)
    return { result: "fail", evidence: "check.bootstrap.fail_configured", remedy, fix };
  if (findFlag(server, "group_replication_bootstrap_group") === true)
    return { result: "fail", evidence: "check.bootstrap.fail", remedy, fix };
  return { result: "pass", evidence: "check.bootstrap.pass" };
}

function exitAction(server: ServerSeen): readonly Finding[] {
  const value = findVariable(server, "group_replication_exit_state_action");
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

function autorejoin(server: ServerSeen): readonly Finding[] {
  const tries = findNumber(server, "group_replication_autorejoin_tries");
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

/** By what its agent says, else by the console's own connection. */
function backlog({ member, request, status }: MemberSubject & MemberGiven["agent"]): Finding {
  const mysql = status?.mysql ?? null;
  const isUp = mysql !== null && mysql.reach === "up";
  const queue = isUp ? (mysql.certifyQueue ?? 0) + (mysql.applyQueue ?? 0) : (member.queue ?? null);
  if (queue === null) return noServer;
  const lagMs = Math.round((isUp ? mysql.appliedLagMs : null) ?? 0);
  const limit = readsOf(request).reads?.maxLagSeconds ?? Number.POSITIVE_INFINITY;
  const params = { queue, lagMs, seconds: oneDecimal(lagMs / 1000) };
  const remedy = "check.backlog.remedy";
  if (lagMs > limit * 1000)
    return { result: "warn", evidence: "check.backlog.warn_read", remedy, params: { ...params, limit } };
  return lagMs > warnAbove.lagMs || queue > warnAbove.queue
    ? { result: "warn", evidence: "check.backlog.warn", remedy, params }
    : { result: "pass", evidence: "check.backlog.pass", params };
}
