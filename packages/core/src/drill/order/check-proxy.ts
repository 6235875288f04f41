import { type DrillFault, paramsWith, proxyServiceTitles, withPort } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import type { DrillProxySight, DrillSnapshot } from "./drill-snapshot";

/** Whether there is a program of a proxy to hit, on a host that is known. */
export function judgeProxyTarget(
  { program: service }: Extract<DrillFault, { readonly kind: "kill_proxy" }>,
  proxy: DrillSnapshot["proxy"],
): Finding {
  const program = proxyServiceTitles[service];
  if (proxy === null || proxy === "none")
    return {
      result: "fail",
      evidence: "check.drill_target.fail_proxy",
      remedy: "check.drill_target.remedy_proxy",
      params: { program },
    };
  if (proxy === "unheld")
    return {
      result: "fail",
      evidence: "check.drill_target.fail_unheld",
      remedy: "check.drill_target.remedy_unheld",
      params: { program },
    };
  return {
    result: "pass",
    evidence: "check.drill_target.pass_proxy",
    params: { program, host: proxy.name },
  };
}

/** Whether its host can make the fault, and somebody would notice; nothing where the operator of the host says why not. */
export function judgeProxy({
  name: host,
  operator,
  canFault,
  isRunning,
  isWatched,
  shutEndpoints,
  program: service,
}: DrillProxySight): readonly Finding[] {
  if (operator !== "running") return [];
  const program = proxyServiceTitles[service];
  if (!canFault)
    return [
      {
        result: "fail",
        evidence: "check.drill_service.fail_outdated",
        remedy: "check.drill_service.remedy_outdated",
        params: { host },
      },
    ];
  if (isRunning !== true)
    return [
      {
        result: "fail",
        evidence: "check.drill_proxy.fail",
        remedy: "check.drill_proxy.remedy",
        params: { host, program, service },
      },
    ];
  const params = { host, program, service };
  const watched: Finding = isWatched
    ? { result: "pass", evidence: "check.drill_proxy.pass", params }
    : {
        result: "warn",
        evidence: "check.drill_proxy.warn_way",
        remedy: "check.drill_proxy.remedy_way",
        params: { program },
      };
  const shut = shutEndpoints.map(({ endpoint: { address, port }, reason }): Finding => {
    const about = paramsWith({ endpoint: withPort(address, port) }, { reason });
    return {
      result: "warn",
      evidence: "check.drill_proxy.warn_door",
      remedy: "check.drill_proxy.remedy_door",
      params: about,
    };
  });
  return [watched, ...shut];
}
