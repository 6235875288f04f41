import type { BenchmarkDetail, BenchmarkRun } from "@primacy/contract";
import { blockNumber } from "../benchmark-names";

/** What stands in one cell of a CSV file. */
export type Cell = string | number | null;

/** What tells the runs of a file apart. Names of columns are for programs, and so the same in every language. */
export const runColumns = ["run", "block", "threads", "arm", "state"] as const;

/** The cells of these columns. */
export function toRunCells({ arms }: Pick<BenchmarkDetail, "arms">, run: BenchmarkRun): readonly Cell[] {
  const name = arms[run.arm]?.name ?? null;
  return [run.ordinal + 1, blockNumber(run.block), run.threads, name, run.state];
}
