import type { BenchmarkRun } from "@primacy/contract";
import { nearestRank } from "@primacy/core/benchmark";

/** A run that counts: what it got through, and the 95th percentile of its latency. */
export interface LatencyRun {
  readonly id: string;
  readonly block: number;
  readonly threads: number;
  readonly tps: number;
  readonly p95Ms: number;
}

/** The runs of one arm, by thread count, and the medians of each thread count: a figure that a run had, for percentiles are not averaged. */
export interface ArmLatencies {
  readonly runs: readonly LatencyRun[];
  readonly middles: readonly Pick<LatencyRun, "threads" | "tps" | "p95Ms">[];
}

/** Latency against throughput. */
export interface Latencies {
  /** One for each arm, in their order. */
  readonly arms: readonly ArmLatencies[];
  /** How many runs that count are in none: of their percentile only a lower bound is known. */
  readonly beyond: number;
}

/** Every run that counts and whose 95th percentile is known. */
export function listLatencies(runs: readonly BenchmarkRun[], arms: number): Latencies {
  const counted = runs.filter(({ state }) => state === "done");
  return {
    arms: Array.from({ length: arms }, (_, arm) => ofArm(counted.filter((run) => run.arm === arm))),
    beyond: counted.filter(({ figures }) => figures?.latency.p95?.isAtLeast === true).length,
  };
}

function ofArm(runs: readonly BenchmarkRun[]): ArmLatencies {
  const known = runs
    .flatMap(({ id, block, threads, figures }): LatencyRun[] => {
      const p95 = figures?.latency.p95 ?? null;
      if (figures === null || p95 === null || p95.isAtLeast) return [];
      return [{ id, block, threads, tps: figures.tps, p95Ms: p95.ms }];
    })
    .sort((a, b) => a.threads - b.threads || a.block - b.block);
  const middles = [...new Set(known.map(({ threads }) => threads))].map((threads) => {
    const own = known.filter((run) => run.threads === threads);
    const middle = (read: (run: LatencyRun) => number): number => nearestRank(own.map(read), 50);
    return { threads, tps: middle((run) => run.tps), p95Ms: middle((run) => run.p95Ms) };
  });
  return { runs: known, middles };
}
