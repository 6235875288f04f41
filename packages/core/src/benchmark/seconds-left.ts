import type { BenchmarkRecord } from "@primacy/contract";
import { estimateBenchmark } from "./plan-benchmark";

/**
 * How long a benchmark will still run: what its ended runs took from start to end, or as planned before the first has ended,
 * for each that is missing. The one that runs counts half: no two clocks are compared. Null where nothing is left.
 */
export function secondsLeft(
  benchmark: Pick<BenchmarkRecord, "runs" | "arms" | "threads" | "blocks" | "runSeconds" | "warmupSeconds">,
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
  const mean = took.length === 0 ? planned : took.reduce((sum, one) => sum + one, 0) / took.length;
  return missing * Math.max(planned, mean);
}
