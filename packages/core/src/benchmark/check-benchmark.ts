import { type CheckReport, paramsWith } from "@primacy/contract";
import type { Finding } from "../check/build-check";
import { type DeclaredCheck, given, missing, type Needs, nothing, runCheck } from "../check/run-checks";
import { checkAddresses } from "./check/check-addresses";
import { checkCommand, checkOptions, checkQueries, checkTool, type FoundTool } from "./check/check-tool";
import { judgeBlocks } from "./check-blocks";
import { checkCaches, checkProduction, checkRestarts, listRestartProblems } from "./hygiene/check-hygiene";
import type { BenchmarkSnapshot, SeenEndpoint } from "./snapshot";
import { isWriting } from "./workload";

interface BenchmarkGiven {
  readonly nothing: object;
  /** The load host has the tool, of a version that can be read. */
  readonly tool: FoundTool;
}

/** One pre-check of a benchmark, as data. */
export type BenchmarkRule = DeclaredCheck<BenchmarkSnapshot, BenchmarkGiven>;

/** Every pre-check of a benchmark, in the order of the report. */
export const benchmarkChecks: readonly BenchmarkRule[] = [
  { code: "benchmark_load_host", needs: "nothing", judge: loadHost },
  { code: "benchmark_tool", needs: "nothing", judge: checkTool },
  { code: "benchmark_options", needs: "tool", judge: checkOptions },
  { code: "benchmark_queries", needs: "nothing", judge: checkQueries },
  { code: "benchmark_command", needs: "tool", judge: checkCommand },
  { code: "benchmark_addresses", needs: "nothing", judge: checkAddresses },
  { code: "benchmark_place", needs: "nothing", judge: place },
  { code: "benchmark_group", needs: "nothing", judge: group },
  { code: "benchmark_endpoint", needs: "nothing", judge: endpoints },
  { code: "benchmark_connections", needs: "nothing", judge: connections },
  { code: "benchmark_blocks", needs: "nothing", judge: judgeBlocks },
  { code: "benchmark_production", needs: "nothing", judge: checkProduction },
  { code: "benchmark_caches", needs: "nothing", judge: checkCaches },
  { code: "benchmark_restart", needs: "nothing", judge: checkRestarts },
];

const needs: Needs<BenchmarkSnapshot, BenchmarkGiven> = {
  nothing,
  tool: ({ fields: { workload }, loadHost: { tool } }) => {
    if (tool === null || tool === "outdated" || tool.path === null) return missing(null);
    // A program of one's own has no version that could be asked for.
    const version = workload.tool === "custom" ? "-" : tool.version;
    return version === null ? missing(null) : given({ path: tool.path, version });
  },
};

/** Judges the pre-conditions of a benchmark. Nothing may be started while `hasFailures`. */
export function checkBenchmark(snapshot: BenchmarkSnapshot): CheckReport {
  const checks = [
    ...benchmarkChecks.flatMap((check) => runCheck(check, snapshot, needs, null)),
    ...listRestartProblems(snapshot),
  ];
  return { checks, hasFailures: checks.some((check) => check.result === "fail"), estimates: [] };
}

function loadHost({ loadHost: { name: host, operator } }: BenchmarkSnapshot): Finding {
  if (operator === "running")
    return { result: "pass", evidence: "check.benchmark_load_host.pass", params: { host } };
  if (operator === "off" || operator === "silent")
    return {
      result: "fail",
      evidence: `check.benchmark_load_host.fail_${operator}`,
      remedy: `check.benchmark_load_host.remedy_${operator}`,
      params: { host },
    };
  return {
    result: "fail",
    evidence: "check.benchmark_load_host.fail_agent",
    remedy: "check.benchmark_load_host.remedy_agent",
    params: paramsWith({ host }, { reason: operator.reason }),
  };
}

function place({ loadHost: { name: host, isMemberHost } }: BenchmarkSnapshot): Finding {
  return isMemberHost
    ? {
        result: "warn",
        evidence: "check.benchmark_place.warn",
        remedy: "check.benchmark_place.remedy",
        params: { host },
      }
    : { result: "pass", evidence: "check.benchmark_place.pass", params: { host } };
}

function group({ members, primary }: BenchmarkSnapshot): Finding {
  const remedy = "check.benchmark_group.remedy";
  if (primary === null) return { result: "fail", evidence: "check.benchmark_group.fail", remedy };
  const away = members.filter(({ state }) => state !== "ONLINE").map(({ name }) => name);
  return away.length > 0
    ? { result: "warn", evidence: "check.benchmark_group.warn", remedy, params: { members: away.join(", ") } }
    : {
        result: "pass",
        evidence: "check.benchmark_group.pass",
        params: { total: members.length, primary },
      };
}

function endpoints({ endpoints: seen, fields, uneven }: BenchmarkSnapshot): readonly Finding[] {
  return [
    ...uneven.map(
      (arm): Finding => ({
        result: "fail",
        evidence: "check.benchmark_endpoint.fail_uneven",
        remedy: "check.benchmark_endpoint.remedy_uneven",
        params: { arm },
      }),
    ),
    ...seen.map((one) => judgeEndpoint(one, isWriting(fields.workload))),
  ];
}

function judgeEndpoint({ label: endpoint, sight }: SeenEndpoint, writes: boolean): Finding {
  const remedy = "check.benchmark_endpoint.remedy";
  if (sight.kind === "silent") {
    const params = paramsWith({ endpoint }, { reason: sight.reason });
    return { result: "fail", evidence: "check.benchmark_endpoint.fail_silent", remedy, params };
  }
  if (sight.kind !== "reached")
    return {
      result: "warn",
      evidence: `check.benchmark_endpoint.warn_${sight.kind}`,
      remedy: "check.benchmark_endpoint.remedy_unverified",
      params: { endpoint },
    };
  const { member, isPrimary, isReadOnly, connectMs } = sight;
  if (member === null)
    return {
      result: "fail",
      evidence: "check.benchmark_endpoint.fail_stranger",
      remedy,
      params: { endpoint },
    };
  const params = { endpoint, member, ms: Math.round(connectMs) };
  if (writes && isReadOnly)
    return { result: "fail", evidence: "check.benchmark_endpoint.fail_read_only", remedy, params };
  if (!isPrimary)
    return { result: "warn", evidence: "check.benchmark_endpoint.warn_secondary", remedy, params };
  return { result: "pass", evidence: "check.benchmark_endpoint.pass", params };
}

/** Connections that a tool needs beside its threads: one, for what it does before. */
const besideThreads = 1;

function connections({ endpoints: seen, fields }: BenchmarkSnapshot): readonly Finding[] {
  const needed = Math.max(...fields.threads) + besideThreads;
  const known = seen.flatMap(({ sight }) => (sight.kind === "reached" ? [sight.connections] : []));
  const tightest = known.toSorted((one, other) => one.max - one.used - (other.max - other.used))[0];
  // Where no endpoint answers, its own check says so.
  if (tightest === undefined) return [];
  const params = { needed, ...tightest };
  return tightest.max - tightest.used < needed
    ? [
        {
          result: "fail",
          evidence: "check.benchmark_connections.fail",
          remedy: "check.benchmark_connections.remedy",
          params,
        },
      ]
    : [{ result: "pass", evidence: "check.benchmark_connections.pass", params }];
}
