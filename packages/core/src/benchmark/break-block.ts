import { type BenchmarkRun, message } from "@primacy/contract";
import { type BenchmarkShape, mostRepeats, type PlannedRun, repeatBlock } from "./schedule";

/** What a pause does to the block that it comes in the middle of. */
export interface BrokenBlock {
  /** The runs of it that were made or would have been: they are void. */
  readonly voided: readonly Pick<BenchmarkRun, "id" | "figures" | "reason">[];
  /** The same block once more, at the end. */
  readonly again: readonly PlannedRun[];
}

type Next = Pick<BenchmarkRun, "block" | "threads">;

/**
 * What becomes of a block if nothing is measured for a while before `next`: a block compares its runs because they are made one right after
 * the other. Null where `next` begins its block. However often somebody pauses, the block is repeated.
 */
export function breakBlock(
  shape: BenchmarkShape,
  runs: readonly BenchmarkRun[],
  { block, threads }: Next,
): BrokenBlock | null {
  const own = runs.filter(
    (run) =>
      run.block === block && run.threads === threads && (run.state === "done" || run.state === "waiting"),
  );
  if (own.every(({ state }) => state === "waiting")) return null;
  const again = repeatBlock(shape, runs, { block, threads }, Number.POSITIVE_INFINITY) ?? [];
  // A block that was disturbed once is told of once: by its first run.
  const voided = own.map(({ id, figures }, at) => ({
    id,
    figures,
    reason: message(at === 0 ? "why.benchmark_paused" : "why.benchmark_block"),
  }));
  return { voided, again };
}

/** How many blocks may be run again after these runs: those that a pause broke count for nothing. */
export function allowedRepeats(runs: readonly Pick<BenchmarkRun, "reason">[]): number {
  return mostRepeats + runs.filter(({ reason }) => reason?.code === "why.benchmark_paused").length;
}
