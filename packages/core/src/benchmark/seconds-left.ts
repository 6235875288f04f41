import type { BenchmarkRecord, Workload } from "@primacy/contract";
import { namesPlaceholder } from "./custom/fill-arguments";
import { estimateHygiene, secondsPrepared } from "./hygiene/estimate-hygiene";
import { estimateBenchmark, secondsBetween } from "./plan-benchmark";
import { hasEventLimit } from "./sysbench/sysbench-options";

/** What tells how long the runs of a benchmark take. */
export type TimedBenchmark = Pick<
  BenchmarkRecord,
  "runs" | "arms" | "threads" | "blocks" | "runSeconds" | "warmupSeconds" | "hygiene" | "workload" | "system"
>;

/** How long one run takes, in seconds, and what is done before it. */
export interface RunLength {
  readonly run: number;
  readonly before: number;
}

/**
 * How long a run takes: what the ended ones took from start to end, or as planned before the first has ended (a run that ends by its time takes no
 * less than planned); and what is done before it, as the others took, or as it is taken to last.
 */
export function estimateRun(benchmark: TimedBenchmark): RunLength {
  const { arms, threads, blocks, runs } = benchmark;
  const took = runs.flatMap(({ state, startedAt, endedAt }) =>
    state !== "done" || startedAt === null || endedAt === null
      ? []
      : [(Date.parse(endedAt) - Date.parse(startedAt)) / 1_000],
  );
  const planned =
    estimateBenchmark({ ...benchmark, hygiene: "keep_tables" }) / (arms.length * threads.length * blocks);
  const mean = meanOf(took);
  const run =
    mean === null
      ? planned
      : endsByItself(benchmark.workload)
        ? mean + secondsBetween
        : Math.max(planned, mean);
  const prepared = runs.flatMap((one) =>
    one.startedAt === null || one.preparation === undefined ? [] : [secondsPrepared(one)],
  );
  const before = meanOf(prepared) ?? estimateHygiene(benchmark, benchmark.system?.servers.length);
  return { run, before };
}

/**
 * How long a benchmark will still run: for each run that is missing what {@link estimateRun} says, with what is done before those that have not
 * begun. The one that runs counts half: no two clocks are compared. Null where nothing is left.
 */
export function secondsLeft(benchmark: TimedBenchmark): number | null {
  const count = (state: string): number => benchmark.runs.filter((run) => run.state === state).length;
  const [waiting, running] = [count("waiting"), count("running")];
  if (waiting + running === 0) return null;
  const { run, before } = estimateRun(benchmark);
  return waiting * (run + before) + (running / 2) * run;
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

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}
