import type { BenchmarkFigures, Workload } from "@primacy/contract";
import { parserOf } from "./workload";

/**
 * How many transactions the servers saw of a run, its warm-up included: `told` are those of its seconds. Of mysqlslap they are
 * queries, of all iterations. 0: nobody knows, as where mysqlslap is run by a command of one's own, whose iterations its output does not tell.
 */
export function countTransactions(
  workload: Workload,
  told: number,
  figures: Pick<BenchmarkFigures, "transactions"> | null,
): number {
  switch (parserOf(workload)) {
    case "sysbench":
      return Math.round(told);
    case "go-tpc":
      return figures?.transactions ?? 0;
    case "mysqlslap":
      return workload.tool === "mysqlslap" ? (figures?.transactions ?? 0) * workload.iterations : 0;
  }
}
