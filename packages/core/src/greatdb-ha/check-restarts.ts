import type { Check, CheckReport } from "@primacy/contract";
import { buildCheck } from "../check/build-check";
import { restartChecks } from "../restart/check-restart";
import { reportSwitchover } from "../switchover/check-switchover";
import type { RestartedMember, RestartsSight } from "./plan-restarts";

/** What the report on a VIP does not say already. */
const beside: readonly string[] = [
  "switchover_target",
  "switchover_queue",
  "switchover_transactions",
  "restart_members",
];

/** A report on a VIP with what stands against restarts of the members' servers; the report itself where none are asked for. */
export function withRestartChecks(report: CheckReport, sight: RestartsSight | null): CheckReport {
  if (sight === null) return report;
  const list = restartChecks.filter(({ code }) => beside.includes(code));
  const checks = [
    ...report.checks,
    ...reportSwitchover(list, sight.snapshot).checks,
    ...sight.members.map(checkService),
  ];
  return { ...report, checks, hasFailures: checks.some(({ result }) => result === "fail") };
}

function checkService({ name, hostId, service }: RestartedMember): Check {
  const place = { name, hostId };
  if (service !== null)
    return buildCheck("plugin_service", place, {
      result: "pass",
      evidence: "check.plugin_service.pass",
      params: { service },
    });
  return buildCheck("plugin_service", place, {
    result: "fail",
    evidence: "check.plugin_service.fail",
    remedy: "check.plugin_service.remedy",
  });
}
