import { estimateBenchmark, type HygieneLength } from "@primacy/core/benchmark";
import { type BenchmarkDraft, chosenArms, listThreads, toNumber } from "./form/benchmark-draft";
import { draftTellsSeconds } from "./form/workload-draft";

/** How much is measured, and how long that takes without what cannot be known: how quick the tables are filled. */
export interface BenchmarkTime {
  readonly runs: number;
  readonly seconds: number;
  readonly runSeconds: number;
  readonly warmupSeconds: number;
}

/** The load of a form, as far as it decides how long its tables take to fill. */
export function sizeOf({ tool, tables, tableSize }: BenchmarkDraft): HygieneLength["workload"] {
  return { tool, tables: toNumber(tables), tableSize: toNumber(tableSize) };
}

/** The time that a form asks for, as the check will tell it, in a cluster of so many members; null while a number is missing. */
export function estimateTime(draft: BenchmarkDraft, members?: number): BenchmarkTime | null {
  const arms = chosenArms(draft);
  const threads = listThreads(draft.threads);
  const [blocks, runSeconds, warmupSeconds] = [
    toNumber(draft.blocks),
    toNumber(draft.runSeconds),
    draftTellsSeconds(draft) ? toNumber(draft.warmupSeconds) : 0,
  ];
  const runs = arms.length * threads.length * blocks;
  if (runs <= 0 || runSeconds <= 0 || warmupSeconds < 0 || threads.some((count) => count <= 0)) return null;
  const seconds = estimateBenchmark({
    arms,
    threads,
    blocks,
    runSeconds,
    warmupSeconds,
    hygiene: draft.hygiene,
    workload: sizeOf(draft),
    ...(members === undefined ? {} : { members }),
  });
  return { runs, seconds, runSeconds, warmupSeconds };
}

/** What is about so long needs no seconds: rounded to 10 s, and from 2 minutes on to whole minutes. At least 10. */
export function roundSeconds(seconds: number): number {
  const unit = seconds < 120 ? 10 : 60;
  return Math.max(1, Math.round(seconds / unit)) * unit;
}

/** The mean of some figures; null of none. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}
