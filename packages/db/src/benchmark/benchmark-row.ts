import {
  Benchmark,
  BenchmarkHygiene,
  type BenchmarkPause,
  BenchmarkPreset,
  BenchmarkRun,
  MeasuredSystem,
} from "@primacy/contract";
import { toInstant, toNullableInstant } from "../connection/json";
import type { Benchmark as BenchmarkRow, BenchmarkRun as RunRow } from "../generated/client";

/** What is kept as it was ordered, in one column. */
export const OrderedFields = Benchmark.pick({
  workload: true,
  threads: true,
  blocks: true,
  runSeconds: true,
  warmupSeconds: true,
  seed: true,
}).extend({
  // Rows from before there were presets lack it.
  preset: BenchmarkPreset.nullable().default(null),
  // Before there was a choice, all of them kept their tables.
  hygiene: BenchmarkHygiene.default("keep_tables"),
});

/** How many runs of a benchmark there are, and how many of them are over. */
export interface RunCounts {
  readonly over: number;
  readonly all: number;
}

/** Reads a benchmark's row. Runs that nobody has added yet count as well: as many as its blocks will have. */
export function toBenchmark(row: BenchmarkRow, runs: RunCounts): Benchmark {
  const { id, clusterId, name, tags, isPinned, state, requestedBy } = row;
  const { loadHostId, loadHostName, arms, toolVersion, data } = row;
  const fields = OrderedFields.parse(row.fields);
  const benchmark = Benchmark.parse({
    ...fields,
    id,
    clusterId,
    name,
    tags,
    isPinned,
    state,
    requestedBy,
    loadHostId,
    loadHostName,
    arms,
    toolVersion,
    data,
    pause: toPause(row),
    runsDone: runs.over,
    runsTotal: runs.all,
    createdAt: toInstant(row.createdAt),
    endedAt: toNullableInstant(row.endedAt),
  });
  const planned = benchmark.arms.length * fields.threads.length * fields.blocks;
  return { ...benchmark, runsTotal: Math.max(runs.all, planned) };
}

/** Reads whether it is paused. */
export function toPause({
  pausedAt,
  pausedBy,
}: Pick<BenchmarkRow, "pausedAt" | "pausedBy">): BenchmarkPause | null {
  return pausedAt === null || pausedBy === null ? null : { by: pausedBy, at: toInstant(pausedAt) };
}

/** Reads what its servers and hosts were when it began. */
export function toSystem({ system }: Pick<BenchmarkRow, "system">): MeasuredSystem | null {
  return system === null ? null : MeasuredSystem.parse(system);
}

/** Reads a run's row. */
export function toRun(row: Omit<RunRow, "counters" | "countersBefore">): BenchmarkRun {
  const { id, ordinal, block, threads, arm, state, preparation, figures, reason } = row;
  return BenchmarkRun.parse({
    id,
    ordinal,
    block,
    threads,
    arm,
    state,
    startedAt: toNullableInstant(row.startedAt),
    endedAt: toNullableInstant(row.endedAt),
    ...(preparation === null ? {} : { preparation }),
    figures,
    reason,
  });
}
