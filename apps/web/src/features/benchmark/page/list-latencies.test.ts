import type { BenchmarkRun } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { doneRun } from "../benchmark.fixture";
import { listLatencies } from "./list-latencies";

/** A run of arm 0 that got through `tps` transactions per second, of which 95 % took less than `ms`. */
function runOf(
  ordinal: number,
  threads: number,
  [tps, ms]: readonly [tps: number, ms: number | null],
  isAtLeast = false,
): BenchmarkRun {
  const run = doneRun(ordinal, ordinal, 0, threads);
  if (run.figures === null) throw new Error("a run that is done has figures");
  const latency = { ...run.figures.latency, p95: ms === null ? null : { ms, isAtLeast } };
  return { ...run, figures: { ...run.figures, tps, latency } };
}

describe("latency against throughput", () => {
  it("joins the medians of each number of threads, the fewest first", () => {
    const runs = [
      runOf(0, 64, [200, 40]),
      runOf(1, 16, [100, 12]),
      runOf(2, 16, [130, 10]),
      runOf(3, 16, [110, 90]),
      runOf(4, 64, [220, 44]),
    ];
    const [arm] = listLatencies(runs, 1).arms;
    expect(arm?.runs.map(({ threads, block }) => [threads, block])).toEqual([
      [16, 1],
      [16, 2],
      [16, 3],
      [64, 0],
      [64, 4],
    ]);
    expect(arm?.middles).toEqual([
      { threads: 16, tps: 110, p95Ms: 12 },
      // Of two, the lower: no run had 42 ms.
      { threads: 64, tps: 200, p95Ms: 40 },
    ]);
  });

  it("leaves out runs that count for nothing, and those whose percentile nobody knows", () => {
    const runs: BenchmarkRun[] = [
      { ...runOf(0, 16, [100, 10]), state: "void" },
      runOf(1, 16, [100, null]),
      runOf(2, 16, [100, 100_000], true),
      { ...runOf(3, 16, [100, 10]), figures: null },
    ];
    expect(listLatencies(runs, 2)).toEqual({
      arms: [
        { runs: [], middles: [] },
        { runs: [], middles: [] },
      ],
      beyond: 1,
    });
  });
});
