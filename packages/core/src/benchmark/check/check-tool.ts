import type { SysbenchScript } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import { namesPlaceholder } from "../custom/fill-arguments";
import { runCommand, showCommand } from "../load-command";
import type { BenchmarkSnapshot, LoadTool } from "../snapshot";
import { judgeSysbenchVersion, oldestSysbench, type SysbenchFitness } from "../sysbench/judge-version";
import { checkSysbenchOptions, hasOwnWarmup, type OptionProblem } from "../sysbench/sysbench-options";
import { checkAddressesOf } from "./check-addresses";

/** A tool that the load host has. */
export interface FoundTool {
  readonly path: string;
  readonly version: string;
}

/** Whether the load host has the tool of the workload, or its program, in a form that can be started. */
export function checkTool({ loadHost: { name: host, tool }, fields }: BenchmarkSnapshot): readonly Finding[] {
  // Nobody could ask: the check of the host says why.
  if (tool === null) return [];
  const { workload } = fields;
  const called = workload.tool === "custom" ? workload.program : workload.tool;
  const about = { host, tool: called };
  const fail = (kind: "outdated" | "script" | "untrusted" | "old", params = {}): readonly Finding[] => [
    {
      result: "fail",
      evidence: `check.benchmark_tool.fail_${kind}`,
      remedy: `check.benchmark_tool.remedy_${kind}`,
      params: { ...about, ...params },
    },
  ];
  if (tool === "outdated") return fail("outdated");
  if (tool.path === null)
    return [
      {
        result: "fail",
        evidence: "check.benchmark_tool.fail",
        remedy: `check.benchmark_tool.remedy_${workload.tool}`,
        params: about,
      },
    ];
  if (!tool.isTrusted) return fail("untrusted", { path: tool.path });
  if (workload.tool === "custom") return [checkOwnProgram(about, tool.path)];
  const fitness = judgeVersion(workload.tool, tool.version);
  if (tool.version === null || fitness === "unknown")
    return [
      {
        result: "fail",
        evidence: "check.benchmark_tool.fail_version",
        remedy: `check.benchmark_tool.remedy_version_${workload.tool}`,
        params: { ...about, said: tool.said ?? tool.version ?? "-" },
      },
    ];
  if (fitness === "old") return fail("old", { version: tool.version, oldest: oldestSysbench });
  if (workload.tool === "sysbench" && !hasScript(tool, workload.script))
    return fail("script", { script: workload.script });
  const params = { ...about, version: tool.version };
  return [{ result: "pass", evidence: "check.benchmark_tool.pass", params }];
}

/** Of mysqlslap every version that is read can be used. */
function judgeVersion(tool: "sysbench" | "mysqlslap", version: string | null): SysbenchFitness {
  if (version === null) return "unknown";
  return tool === "sysbench" ? judgeSysbenchVersion(version) : "fit";
}

/** go-tpc is told its password on its command line and nowhere else. */
function checkOwnProgram(about: { readonly host: string; readonly tool: string }, path: string): Finding {
  const params = { ...about, path };
  if (path.slice(path.lastIndexOf("/") + 1) === "go-tpc")
    return {
      result: "fail",
      evidence: "check.benchmark_tool.fail_go_tpc",
      remedy: "check.benchmark_tool.remedy_go_tpc",
      params,
    };
  return { result: "pass", evidence: "check.benchmark_tool.pass_program", params };
}

function hasScript({ scripts }: LoadTool, script: SysbenchScript): boolean {
  return scripts.includes(script);
}

/** Whether this version of sysbench takes each option. */
export function checkOptions({
  fields: { workload, warmupSeconds },
  version,
}: BenchmarkSnapshot & FoundTool): readonly Finding[] {
  if (workload.tool !== "sysbench") return [];
  const count = Object.keys(workload.options).length;
  if (count === 0) return [{ result: "pass", evidence: "check.benchmark_options.none" }];
  const problems = checkSysbenchOptions(workload.options, version);
  const hasTwoWarmups = warmupSeconds > 0 && hasOwnWarmup(workload.options);
  if (problems.length === 0 && !hasTwoWarmups)
    return [{ result: "pass", evidence: "check.benchmark_options.pass", params: { count, version } }];
  const twoWarmups: Finding = {
    result: "fail",
    evidence: "check.benchmark_options.fail_warmup",
    remedy: "check.benchmark_options.remedy_warmup",
    params: { seconds: warmupSeconds },
  };
  return [...(hasTwoWarmups ? [twoWarmups] : []), ...tellProblems(problems, version)];
}

function tellProblems(problems: readonly OptionProblem[], version: string): readonly Finding[] {
  return (["unknown", "value", "version"] as const).flatMap((kind) => {
    const named = problems.filter((problem) => kindOf(problem) === kind).map(({ option }) => option);
    if (named.length === 0) return [];
    return [
      {
        result: "fail" as const,
        evidence: `check.benchmark_options.fail_${kind}` as const,
        remedy: "check.benchmark_options.remedy" as const,
        params: { options: named.join(", "), version },
      },
    ];
  });
}

function kindOf({ reason }: OptionProblem): "unknown" | "value" | "version" {
  return reason === "type" || reason === "range" ? "value" : reason;
}

/** mysqlslap gives each thread the same whole number of queries, and all that there are where that would be none. */
export function checkQueries({ fields: { workload, threads } }: BenchmarkSnapshot): readonly Finding[] {
  if (workload.tool !== "mysqlslap") return [];
  const { queries } = workload;
  const remedy = "check.benchmark_queries.remedy";
  const most = Math.max(...threads);
  if (queries < most)
    return [
      {
        result: "fail",
        evidence: "check.benchmark_queries.fail",
        remedy,
        params: { queries, threads: most },
      },
    ];
  const uneven = threads.filter((count) => queries % count !== 0);
  if (uneven.length === 0)
    return [{ result: "pass", evidence: "check.benchmark_queries.pass", params: { queries } }];
  return uneven.map((count) => ({
    result: "warn",
    evidence: "check.benchmark_queries.warn",
    remedy,
    params: { queries, threads: count, ran: Math.floor(queries / count) * count },
  }));
}

/** Shows what is run, argument by argument, and whether the program is told where its password is. */
export function checkCommand({
  fields,
  arms,
  path,
  version,
}: BenchmarkSnapshot & FoundTool): readonly Finding[] {
  const { workload, threads, warmupSeconds, runSeconds } = fields;
  const endpoints = arms[0]?.endpoints ?? [];
  // Without an address that the program can be told, the check of the addresses says why.
  if (workload.tool !== "custom" || checkAddressesOf(workload, endpoints) !== null) return [];
  const addresses = endpoints.map(({ address: host, port }) => ({ host, port }));
  const target = {
    addresses,
    user: "primacy_bench_…",
    password: "***",
    schema: "primacy_bench_…",
    tls: false,
  };
  const run = { threads: threads[0] ?? 1, warmupSeconds, runSeconds };
  const { args, inputVariable } = runCommand(workload, target, run, { version });
  const params = { command: showCommand(path, args), mark: "{defaultsFile}" };
  const isNamed = namesPlaceholder(workload.run, "defaultsFile");
  if (inputVariable !== undefined)
    return [
      isNamed
        ? {
            result: "fail",
            evidence: "check.benchmark_command.fail_file",
            remedy: "check.benchmark_command.remedy_file",
            params: { ...params, variable: inputVariable },
          }
        : {
            result: "pass",
            evidence: "check.benchmark_command.pass_variable",
            params: { ...params, variable: inputVariable },
          },
    ];
  return [
    isNamed
      ? { result: "pass", evidence: "check.benchmark_command.pass_file", params }
      : {
          result: "warn",
          evidence: "check.benchmark_command.warn_unnamed",
          remedy: "check.benchmark_command.remedy_unnamed",
          params,
        },
  ];
}
