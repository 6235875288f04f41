import type { BenchmarkRecord, Workload } from "@primacy/contract";
import { namesPlaceholder } from "./custom/fill-arguments";
import { estimateHygiene, secondsPrepared } from "./hygiene/estimate-hygiene";
import { estimateBenchmark, secondsBetween } from "./plan-benchmark";
import { hasEventLimit } from "./sysbench/sysbench-options";

/**
 * How long a benchmark will still run: what its ended runs took from start to end, or as planned before the first has ended,
 * for each that is missing (a run that ends by its time takes no less than planned); and for each that has not begun what is
 * done before it, as the others took, or as it is taken to last. The one that runs counts half: no two clocks are compared.
 * Null where nothing is left.
 */
export function secondsLeft(
  benchmark: Pick<
    BenchmarkRecord,
    | "runs"
    | "arms"
    | "threads"
    | "blocks"
    | "runSeconds"
    | "warmupSeconds"
    | "hygiene"
    | "workload"
    | "system"
  >,
): number | null {
  const { arms, threads, blocks, runs } = benchmark;
  const count = (state: string): number => runs.filter((run) => run.state === state).length;
  const [waiting, running] = [count("waiting"), count("running")];
  if (waiting + running === 0) return null;
  const took = runs.flatMap(({ state, startedAt, endedAt }) =>
    state !== "done" || startedAt === null || endedAt === null
      ? []
      : [(Date.parse(endedAt) - Date.parse(startedAt)) / 1_000],
  );
  const planned =
    estimateBenchmark({ ...benchmark, hygiene: "keep_tables" }) / (arms.length * threads.length * blocks);
  const mean = meanOf(took);
  const each =
    mean === null
      ? planned
      : endsByItself(benchmark.workload)
        ? mean + secondsBetween
        : Math.max(planned, mean);
  const prepared = runs.flatMap((run) =>
    run.startedAt === null || run.preparation === undefined ? [] : [secondsPrepared(run)],
  );
  const before = meanOf(prepared) ?? estimateHygiene(benchmark, benchmark.system?.servers.length);
  return waiting * (each + before) + (running / 2) * each;
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
