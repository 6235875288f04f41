import type { BenchmarkRun } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { doneRun, finished } from "../benchmark.fixture";
import { listSpreads, sortRuns } from "./run-order";

const [one, two, three] = [0, 1, 2].map((n) => doneRun(n, n, n % 2, 16));
if (one === undefined || two === undefined || three === undefined) throw new Error("there are no runs");

function withTps(run: BenchmarkRun, tps: number | null): BenchmarkRun {
  return { ...run, figures: tps === null || run.figures === null ? null : { ...run.figures, tps } };
}

const numbers = (runs: readonly BenchmarkRun[]) => runs.map(({ ordinal }) => ordinal);

describe("the runs of a table", () => {
  const runs = [withTps(one, 90), withTps(two, null), withTps(three, 1_000)];

  it("are sorted by their figures as numbers, either way, and those without one stand last", () => {
    expect(numbers(sortRuns(runs, "tps", "asc"))).toEqual([0, 2, 1]);
    expect(numbers(sortRuns(runs, "tps", "desc"))).toEqual([2, 0, 1]);
  });

  it("stay in the order in which they were made where they are equal", () => {
    expect(numbers(sortRuns([three, two, one], "threads", "desc"))).toEqual([0, 1, 2]);
    expect(numbers(sortRuns([three, two, one], "arm", "asc"))).toEqual([0, 2, 1]);
  });
});

describe("the spread of an arm", () => {
  it("has the runs that are done, of a block that was run again the later ones", () => {
    const spreads = listSpreads(finished.runs, finished.threads, 2);
    expect(spreads.map(({ threads, arms }) => [threads, arms.map(({ runs }) => runs.length)])).toEqual([
      [16, [6, 6]],
      [64, [6, 6]],
    ]);
  });

  it("has no mean where nothing is done", () => {
    const [spread] = listSpreads([], [16], 1);
    expect(spread).toEqual({ threads: 16, arms: [{ arm: 0, runs: [], mean: null }] });
  });
});
