import type { BenchmarkRecord, Workload } from "@primacy/contract";
import { namesPlaceholder } from "./custom/fill-arguments";
import { estimateBenchmark, secondsBetween } from "./plan-benchmark";
import { hasEventLimit } from "./sysbench/sysbench-options";

/**
 * How long a benchmark will still run: what its ended runs took from start to end, or as planned before the first has ended,
 * for each that is missing; a run that ends by its time takes no less than planned. The one that runs counts half: no two clocks are compared. Null where nothing is left.
 */
export function secondsLeft(
  benchmark: Pick<
    BenchmarkRecord,
    "runs" | "arms" | "threads" | "blocks" | "runSeconds" | "warmupSeconds" | "workload"
  >,
): number | null {
  const count = (state: string): number => benchmark.runs.filter((run) => run.state === state).length;
  const missing = count("waiting") + count("running") / 2;
  if (missing === 0) return null;
  const took = benchmark.runs.flatMap(({ state, startedAt, endedAt }) =>
    state !== "done" || startedAt === null || endedAt === null
      ? []
      : [(Date.parse(endedAt) - Date.parse(startedAt)) / 1_000],
  );
  const { arms, threads, blocks } = benchmark;
  const planned = estimateBenchmark(benchmark) / (arms.length * threads.length * blocks);
  if (took.length === 0) return missing * planned;
  const mean = took.reduce((sum, one) => sum + one, 0) / took.length;
  return missing * (endsByItself(benchmark.workload) ? mean + secondsBetween : Math.max(planned, mean));
}

/** Whether a run ends when its work is done: its seconds are the longest that it may take. */
function endsByItself(workload: Workload): boolean {
  switch (workload.tool) {
    case "sysbench":
      return hasEventLimit(workload.options);
    case "mysqlslap":
      return true;
    case "custom":
      return !namesPlaceholder(workload.run, "seconds");
  }
}
