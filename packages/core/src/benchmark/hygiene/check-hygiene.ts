import { type Check, paramsWith } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import { checkRestart } from "../../restart";
import type { BenchmarkSnapshot, DatabaseHost } from "../snapshot";

/** A cluster that is marked as production keeps its servers running, and its caches. */
export function checkProduction({ hygiene, clusterName: cluster }: BenchmarkSnapshot): readonly Finding[] {
  if (hygiene === null) return [];
  const params = { cluster };
  return hygiene.isProduction
    ? [
        {
          result: "fail",
          evidence: "check.benchmark_production.fail",
          remedy: "check.benchmark_production.remedy",
          params,
        },
      ]
    : [{ result: "pass", evidence: "check.benchmark_production.pass", params }];
}

/** Whether the servers can be restarted one after another; what a rolling restart has against it stands there as its own checks. */
export function checkRestarts({ hygiene, members }: BenchmarkSnapshot): readonly Finding[] {
  if (hygiene === null) return [];
  if (hygiene.pausedVip !== null)
    return [
      {
        result: "fail",
        evidence: "check.benchmark_restart.fail_paused",
        remedy: "check.benchmark_restart.remedy_paused",
        params: { address: hygiene.pausedVip },
      },
    ];
  if (checkRestart(hygiene.restart).hasFailures) return [];
  const params = { members: members.map(({ name }) => name).join(", ") };
  return [{ result: "pass", evidence: "check.benchmark_restart.pass", params }];
}

/** What a rolling restart of the cluster has against it, as its own checks say it. */
export function listRestartProblems({ hygiene }: Pick<BenchmarkSnapshot, "hygiene">): readonly Check[] {
  return hygiene === null
    ? []
    : checkRestart(hygiene.restart).checks.filter(({ result }) => result !== "pass");
}

/**
 * Whether the caches of every database host may be dropped. That hosts share a kernel stands first, whatever else is missing: no host
 * operator would change it.
 */
export function checkCaches({ hygiene, fields }: BenchmarkSnapshot): readonly Finding[] {
  if (hygiene === null || fields.hygiene !== "drop_caches") return [];
  const { hosts } = hygiene;
  const shared = listShared(hosts);
  const names = (some: readonly DatabaseHost[]): string => some.map(({ name }) => name).join(", ");
  const problems: readonly Finding[] = [
    ...(shared.length === 0
      ? []
      : [
          {
            result: "fail",
            evidence: "check.benchmark_caches.fail_shared",
            remedy: "check.benchmark_caches.remedy_shared",
            params: { hosts: names(shared) },
          } as const,
        ]),
    ...hosts.filter((host) => !shared.includes(host)).flatMap((host) => judgeHost(host) ?? []),
  ];
  if (problems.length > 0) return problems;
  return [{ result: "pass", evidence: "check.benchmark_caches.pass", params: { hosts: names(hosts) } }];
}

/** Two hosts of one boot, and hosts that say so of themselves. */
function listShared(hosts: readonly DatabaseHost[]): readonly DatabaseHost[] {
  return hosts.filter(
    ({ bootId, canDrop, ownsKernel }) =>
      (bootId !== null && hosts.filter((one) => one.bootId === bootId).length > 1) ||
      (canDrop && !ownsKernel),
  );
}

function judgeHost({ name: host, operator, canDrop }: DatabaseHost): Finding | null {
  const params = { host };
  if (operator === "off" || operator === "silent")
    return {
      result: "fail",
      evidence: `check.benchmark_caches.fail_${operator}`,
      remedy: `check.benchmark_load_host.remedy_${operator}`,
      params,
    };
  if (operator !== "running")
    return {
      result: "fail",
      evidence: "check.benchmark_load_host.fail_agent",
      remedy: "check.benchmark_load_host.remedy_agent",
      params: paramsWith(params, { reason: operator.reason }),
    };
  if (canDrop) return null;
  return {
    result: "fail",
    evidence: "check.benchmark_caches.fail_outdated",
    remedy: "check.benchmark_caches.remedy_outdated",
    params,
  };
}
