import type { BenchmarkRun, SlapResult, SortOrder } from "@primacy/contract";
import { z } from "zod";
import { meanOf } from "../benchmark-time";

/** By what the table of runs can be sorted. */
export const RunSort = z.enum([
  "run",
  "block",
  "threads",
  "arm",
  "state",
  "tps",
  "qps",
  "tpmC",
  "slapMean",
  "slapLeast",
  "slapMost",
  "p50",
  "p95",
  "p99",
  "errors",
  "networkPrimary",
  "networkSecondaries",
]);
export type RunSort = z.infer<typeof RunSort>;

/** What a run is sorted by; null where it has no such figure. */
function sortValue(run: BenchmarkRun, sort: RunSort): number | string | null {
  const { figures } = run;
  switch (sort) {
    case "run":
      return run.ordinal;
    case "block":
    case "threads":
    case "arm":
    case "state":
      return run[sort];
    case "tps":
    case "qps":
    case "tpmC":
      return figures?.[sort] ?? null;
    case "slapMean":
      return findSlap(run)?.meanSeconds ?? null;
    case "slapLeast":
      return findSlap(run)?.minSeconds ?? null;
    case "slapMost":
      return findSlap(run)?.maxSeconds ?? null;
    case "p50":
    case "p95":
    case "p99":
      return figures?.latency[sort]?.ms ?? null;
    case "errors":
      return figures?.errorsPerSecond ?? null;
    case "networkPrimary":
      return totalOf(figures?.network?.primary);
    case "networkSecondaries":
      return totalOf(figures?.network?.secondaries);
  }
}

/** The result of mysqlslap that a run counts by: that of its own number of clients. */
export function findSlap({ figures, threads }: Pick<BenchmarkRun, "figures" | "threads">): SlapResult | null {
  return figures?.slap?.find(({ clients }) => clients === threads) ?? null;
}

/** In and out together. */
function totalOf(
  network: { readonly inBytes: number; readonly outBytes: number } | null | undefined,
): number | null {
  return network == null ? null : network.inBytes + network.outBytes;
}

/** Runs in this order; those without the figure stand last either way, and equal ones in the order in which they were made. */
export function sortRuns(
  runs: readonly BenchmarkRun[],
  sort: RunSort,
  order: SortOrder,
): readonly BenchmarkRun[] {
  const turn = order === "asc" ? 1 : -1;
  return [...runs].sort((a, b) => {
    const [one, other] = [sortValue(a, sort), sortValue(b, sort)];
    if (one === null || other === null)
      return Number(one === null) - Number(other === null) || a.ordinal - b.ordinal;
    const differs =
      typeof one === "number" && typeof other === "number"
        ? one - other
        : String(one).localeCompare(String(other));
    return differs * turn || a.ordinal - b.ordinal;
  });
}

/** What one arm came to with one thread count: its runs that count, and their mean. */
export interface ArmSpread {
  readonly arm: number;
  readonly runs: readonly { readonly id: string; readonly block: number; readonly tps: number }[];
  readonly mean: number | null;
}

/** The spread of each arm, by thread count. Void and failed runs are in none. */
export function listSpreads(
  runs: readonly BenchmarkRun[],
  threads: readonly number[],
  arms: number,
): readonly { readonly threads: number; readonly arms: readonly ArmSpread[] }[] {
  return threads.map((count) => ({
    threads: count,
    arms: Array.from({ length: arms }, (_, arm) => {
      const own = runs.flatMap(({ id, block, state, figures, ...run }) =>
        state === "done" && figures !== null && run.arm === arm && run.threads === count
          ? [{ id, block, tps: figures.tps }]
          : [],
      );
      return { arm, runs: own, mean: meanOf(own.map(({ tps }) => tps)) };
    }),
  }));
}
