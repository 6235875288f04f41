import type { BenchmarkHygiene, BenchmarkRun, Workload } from "@primacy/contract";
import { restartsServers } from "./plan-hygiene";

/** What each part is taken to last, in seconds, until a run has shown it: a small server that recovers little. */
const assumedSeconds = { clear: 2, restart: 15, switch: 4, awaitEndpoints: 1, dropCaches: 2 };
/** How quick tables are taken to be filled. */
const assumedRowsPerSecond = 20_000;
/** Where nobody says how many members there are. */
const usualMembers = 3;

/** Whether a workload has tables that are filled before a run, and not by the run itself. */
export function fillsTables(workload: Workload): boolean {
  switch (workload.tool) {
    case "sysbench":
      return true;
    case "mysqlslap":
      return false;
    case "custom":
      return workload.prepare !== undefined;
  }
}

/** What decides how long that is. */
export interface HygieneLength {
  readonly hygiene: BenchmarkHygiene;
  /** The sizes are those of sysbench's tables. */
  readonly workload: {
    readonly tool: Workload["tool"];
    readonly tables?: number;
    readonly tableSize?: number;
  };
}

/**
 * How long what is done before each run is taken to last, in seconds; 0 where nothing is. What a program of one's own takes to
 * fill its tables is not known and not counted.
 */
export function estimateHygiene(
  { hygiene, workload: { tool, tables = 0, tableSize = 0 } }: HygieneLength,
  members: number = usualMembers,
): number {
  if (hygiene === "keep_tables") return 0;
  const { clear, restart, switch: change, awaitEndpoints, dropCaches } = assumedSeconds;
  const rows = tool === "sysbench" ? Math.max(0, tables) * Math.max(0, tableSize) : 0;
  return (
    clear +
    rows / assumedRowsPerSecond +
    (restartsServers(hygiene) ? members * restart + 2 * change + awaitEndpoints : 0) +
    (hygiene === "drop_caches" ? members * dropCaches : 0)
  );
}

/** How long what was done before a run took, in seconds; 0 where nothing was. */
export function secondsPrepared({ preparation = [] }: Pick<BenchmarkRun, "preparation">): number {
  return preparation.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
}
