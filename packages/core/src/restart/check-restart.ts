import type { CheckReport } from "@primacy/contract";
import type { Finding } from "../check/build-check";
import {
  reportSwitchover,
  type SwitchoverCheck,
  type SwitchoverSnapshot,
  switchoverChecks,
} from "../switchover/check-switchover";

/** With fewer, the members that are left while one restarts are no majority of the registered ones. */
const fewestVoters = 3;

/**
 * Every pre-check of a rolling restart, in the order of the report: those of the switchover in its midst, and that the
 * group can do without each member in turn.
 */
export const restartChecks: readonly SwitchoverCheck[] = [
  ...switchoverChecks,
  { code: "restart_members", needs: "nothing", judge: members },
];

/** Judges the pre-conditions of a rolling restart. Nothing may be ordered while `hasFailures`. */
export function checkRestart(snapshot: SwitchoverSnapshot): CheckReport {
  return reportSwitchover(restartChecks, snapshot);
}

function members(snapshot: SwitchoverSnapshot): Finding {
  const remedy = "check.restart_members.remedy";
  const absent = snapshot.members.filter(({ state }) => state !== "ONLINE");
  const params = { members: absent.map(({ name }) => name).join(", "), total: snapshot.members.length };
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
