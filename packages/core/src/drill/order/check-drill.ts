import { type CheckReport, paramsWith } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import { expelVariable } from "../../check/group-facts";
import { type DeclaredCheck, given, missing, type Needs, nothing, runCheck } from "../../check/run-checks";
import { judgeOperator } from "../../proxy/host-findings";
import { predictPhases } from "../findings/predict-phases";
import { nameEndpoint } from "../name-endpoint";
import { judgeProxy, judgeProxyTarget } from "./check-proxy";
import { judgeSessions } from "./check-sessions";
import { needsSecondary } from "./drill-parties";
import type { DrillProxySight, DrillSnapshot, DrillTargetSight, SeenDrillWay } from "./drill-snapshot";
import { traitsOf } from "./fault-traits";
import { mostWaitMs } from "./plan-drill";

interface DrillGiven {
  readonly nothing: object;
  /** There is a member to hit, on a registered host that has to do something. */
  readonly target: { readonly hit: DrillTargetSight };
  /** There is a program of a proxy to hit. */
  readonly proxy: { readonly killed: DrillProxySight };
  /** There is a host that has to do something. */
  readonly place: { readonly place: Pick<DrillTargetSight, "name" | "operator"> };
}

/** Fewer have no majority left when one is lost. */
const leastMembers = 3;

/** Every pre-check of a drill, in the order of the report. */
export const drillChecks: readonly DeclaredCheck<DrillSnapshot, DrillGiven>[] = [
  { code: "drill_allowed", needs: "nothing", judge: allowed },
  { code: "drill_target", needs: "nothing", judge: target },
  { code: "drill_whole", needs: "nothing", judge: whole },
  { code: "proxy_operator", needs: "place", judge: ({ place }) => judgeOperator(place) },
  { code: "drill_service", needs: "target", judge: service },
  { code: "drill_proxy", needs: "proxy", judge: ({ killed }) => judgeProxy(killed) },
  { code: "drill_console", needs: "target", judge: consoleSeen },
  { code: "drill_observer", needs: "nothing", judge: observer },
  { code: "drill_sessions", needs: "nothing", judge: judgeSessions },
  { code: "drill_wait", needs: "nothing", judge: waits },
  { code: "drill_way", needs: "nothing", judge: ({ ways }) => ways.map(way) },
  { code: "drill_read_way", needs: "nothing", judge: ({ readWays }) => readWays.map(readWay) },
];

const needs: Needs<DrillSnapshot, DrillGiven> = {
  nothing,
  target: (snapshot) => {
    const hit = findTarget(snapshot);
    return hit === null ? missing(null) : given({ hit });
  },
  proxy: ({ proxy }) =>
    proxy === null || typeof proxy === "string" ? missing(null) : given({ killed: proxy }),
  place: (snapshot) => {
    const { proxy } = snapshot;
    const place = proxy === null ? findTarget(snapshot) : typeof proxy === "string" ? null : proxy;
    return place === null ? missing(null) : given({ place });
  },
};

/** A switchover is ordered of the group, and a proxy dies on a host of its own. */
function findTarget({ target: hit, request: { fault } }: DrillSnapshot): DrillTargetSight | null {
  return fault.kind === "switchover" || traitsOf(fault).hitsProxy ? null : hit;
}

/** Judges the pre-conditions of a drill. Nothing may be ordered while `hasFailures`. */
export function checkDrill(snapshot: DrillSnapshot): CheckReport {
  const checks = drillChecks.flatMap((check) => runCheck(check, snapshot, needs, null));
  return {
    checks,
    hasFailures: checks.some(({ result }) => result === "fail"),
    estimates: [],
  };
}

function allowed({ allowsDrills, leverHeldBy, clusterName: cluster }: DrillSnapshot): Finding {
  if (leverHeldBy !== undefined)
    return {
      result: "fail",
      evidence: "check.drill_allowed.fail_lever",
      remedy: "check.drill_allowed.remedy_lever",
      params: { who: leverHeldBy },
    };
  const params = { cluster };
  return allowsDrills
    ? { result: "pass", evidence: "check.drill_allowed.pass", params }
    : {
        result: "fail",
        evidence: "check.drill_allowed.fail",
        remedy: "check.drill_allowed.remedy",
        params,
      };
}

function target({ target: hit, other, primary, isSinglePrimary, request, proxy }: DrillSnapshot): Finding {
  const remedy = "check.drill_target.remedy";
  if (isSinglePrimary !== true) return { result: "fail", evidence: "check.drill_target.fail_mode", remedy };
  if (primary === null) return { result: "fail", evidence: "check.drill_target.fail", remedy };
  if (hit === null || (needsSecondary(request.fault) && other === null && hit.memberId === primary.memberId))
    return {
      result: "fail",
      evidence: "check.drill_target.fail_secondary",
      remedy: "check.drill_target.remedy_secondary",
    };
  if (other?.addresses.length === 0 && traitsOf(request.fault).cutsFrames)
    return {
      result: "fail",
      evidence: "check.drill_target.fail_address",
      remedy: "check.drill_target.remedy_secondary",
      params: { member: other.name },
    };
  if (request.fault.kind === "kill_proxy") return judgeProxyTarget(request.fault, proxy);
  const params = { member: hit.name };
  if (hit.memberId !== primary.memberId)
    return { result: "pass", evidence: "check.drill_target.pass_secondary", params };
  return other === null
    ? { result: "pass", evidence: "check.drill_target.pass", params }
    : { result: "pass", evidence: "check.drill_target.pass_pair", params: { ...params, other: other.name } };
}

function whole({ members }: DrillSnapshot): Finding {
  const away = members.filter(({ state }) => state !== "ONLINE").map(({ name }) => name);
  const params = { total: members.length, least: leastMembers, members: away.join(", ") };
  if (members.length < leastMembers)
    return {
      result: "fail",
      evidence: "check.drill_whole.fail_few",
      remedy: "check.drill_whole.remedy_few",
      params,
    };
  return away.length > 0
    ? { result: "fail", evidence: "check.drill_whole.fail", remedy: "check.drill_whole.remedy", params }
    : { result: "pass", evidence: "check.drill_whole.pass", params };
}

function service({
  hit: { name: host, operator, canFault, service: found },
  request,
}: DrillSnapshot & DrillGiven["target"]): readonly Finding[] {
  // Why nobody can ask there, another check says.
  if (operator !== "running") return [];
  if (!canFault)
    return [
      {
        result: "fail",
        evidence: "check.drill_service.fail_outdated",
        remedy: "check.drill_service.remedy_outdated",
        params: { host },
      },
    ];
  if (!traitsOf(request.fault).needsService)
    return [{ result: "pass", evidence: "check.drill_service.pass_able", params: { host } }];
  return found === null
    ? [
        {
          result: "fail",
          evidence: "check.drill_service.fail",
          remedy: "check.drill_service.remedy",
          params: { host },
        },
      ]
    : [{ result: "pass", evidence: "check.drill_service.pass", params: { host, service: found } }];
}

/** Who cannot be told from a member, or from who plays the clients, cannot be spared where the member is to be cut off from both. */
function consoleSeen({
  hit: { hostId, name: host, operator, consoleAddress: address, consoleHostIds },
  request,
  observer: seen,
  othersAddresses,
}: DrillSnapshot & DrillGiven["target"]): readonly Finding[] {
  if (operator !== "running" || !traitsOf(request.fault).cutsFrames) return [];
  const remedy = "check.drill_console.remedy";
  if (address === null)
    return [{ result: "fail", evidence: "check.drill_console.fail", remedy, params: { host } }];
  const params = { host, address };
  if (consoleHostIds.includes(hostId))
    return [{ result: "fail", evidence: "check.drill_console.fail_target", remedy, params }];
  if (othersAddresses.includes(address))
    return [{ result: "fail", evidence: "check.drill_console.fail_member", remedy, params }];
  if (seen !== null && consoleHostIds.includes(seen.hostId))
    return [
      {
        result: "fail",
        evidence: "check.drill_console.fail_observer",
        remedy: "check.drill_console.remedy_observer",
        params: { ...params, observer: seen.name },
      },
    ];
  return [{ result: "pass", evidence: "check.drill_console.pass", params }];
}

/** What takes longer at its shortest than anybody waits for would prove nothing. */
function waits({ request: { fault }, group, ...foreseen }: DrillSnapshot): readonly Finding[] {
  const shortestMs = foreseenLeastMs({ ...foreseen, group, fault });
  if (group === null || shortestMs === 0) return [];
  const params = { shortestMs, limitMs: mostWaitMs };
  if (shortestMs <= mostWaitMs) return [{ result: "pass", evidence: "check.drill_wait.pass", params }];
  return [
    {
      result: "fail",
      evidence: "check.drill_wait.fail",
      remedy: "check.drill_wait.remedy",
      params: { ...params, variable: expelVariable, seconds: group.minExpelSeconds },
    },
  ];
}

/** The shortest until the last thing that is predicted, in milliseconds; 0: nothing is. */
function foreseenLeastMs(foreseen: Parameters<typeof predictPhases>[0]): number {
  return Math.max(0, foreseen.estimate?.minMs ?? 0, ...predictPhases(foreseen).map(({ minMs }) => minMs));
}

function observer({ observer: seen }: DrillSnapshot): Finding {
  if (seen === null)
    return {
      result: "fail",
      evidence: "check.drill_observer.fail_none",
      remedy: "check.drill_observer.remedy_none",
    };
  const params = { host: seen.name };
  if (seen.agent === "ready") return { result: "pass", evidence: "check.drill_observer.pass", params };
  if (seen.agent === "outdated" || seen.agent === "outdated_reads")
    return {
      result: "fail",
      evidence: `check.drill_observer.fail_${seen.agent}`,
      remedy: "check.drill_observer.remedy_outdated",
      params,
    };
  return {
    result: "fail",
    evidence: "check.drill_observer.fail_silent",
    remedy: "check.drill_observer.remedy_silent",
    params: paramsWith(params, { reason: seen.agent.reason }),
  };
}

function way(seen: SeenDrillWay): Finding {
  const { sight } = seen;
  const endpoint = nameEndpoint(seen);
  const remedy = "check.drill_way.remedy";
  switch (sight.kind) {
    case "unknown":
      return { result: "fail", evidence: "check.drill_way.fail_unknown", remedy, params: { endpoint } };
    case "unreached": {
      const params = paramsWith({ endpoint }, { reason: sight.reason });
      return { result: "fail", evidence: "check.drill_way.fail_silent", remedy, params };
    }
    case "reached": {
      const params = { endpoint, member: sight.member };
      return sight.isPrimary
        ? { result: "pass", evidence: "check.drill_way.pass", params }
        : { result: "fail", evidence: "check.drill_way.fail_secondary", remedy, params };
    }
  }
}

/** Reads may be answered by any member. */
function readWay(seen: SeenDrillWay): Finding {
  const { sight } = seen;
  const endpoint = nameEndpoint(seen);
  const remedy = "check.drill_read_way.remedy";
  switch (sight.kind) {
    case "unknown":
      return { result: "fail", evidence: "check.drill_read_way.fail_unknown", remedy, params: { endpoint } };
    case "unreached": {
      const params = paramsWith({ endpoint }, { reason: sight.reason });
      return { result: "fail", evidence: "check.drill_read_way.fail_silent", remedy, params };
    }
    case "reached":
      return {
        result: "pass",
        evidence: "check.drill_read_way.pass",
        params: { endpoint, member: sight.member },
      };
  }
}
