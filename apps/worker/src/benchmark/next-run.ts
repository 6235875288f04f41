import { setTimeout as delay } from "node:timers/promises";
import { type BenchmarkPause, type BenchmarkRun, message } from "@primacy/contract";
import { type BenchmarkShape, breakBlock } from "@primacy/core/benchmark";
import { DatabaseError } from "@primacy/db";
import type { StepContext } from "../operation/executor";
import { withId } from "./run-id";

const askEveryMs = 1_000;

/** A benchmark, and what its blocks are drawn from. */
export interface RunSource {
  readonly benchmarkId: string;
  readonly shape: BenchmarkShape;
}

type Context = Pick<StepContext, "worker" | "log" | "waitFor">;

/**
 * The run to make now: the one that is under way, or the next that waits; null where none is left. While the benchmark is paused no run begins: it
 * waits until somebody resumes it, and the block that the pause broke is run again at the end. A worker that takes over waits on.
 * Throws the reason of the signal.
 */
export async function nextRun(
  context: Context,
  source: RunSource,
  signal: AbortSignal,
): Promise<{ readonly run: BenchmarkRun; readonly runs: readonly BenchmarkRun[] } | null> {
  const { benchmarks } = context.worker.db;
  for (;;) {
    const runs = await benchmarks.listRuns(source.benchmarkId);
    const under = runs.find(({ state }) => state === "running");
    if (under !== undefined) return { run: under, runs };
    const waiting = runs.find(({ state }) => state === "waiting");
    if (waiting === undefined) return null;
    const pause = await benchmarks.findPause(source.benchmarkId);
    if (pause === null) return { run: waiting, runs };
    await voidBroken(context, source, runs, waiting);
    await awaitResume(context, source, pause, signal);
  }
}

/** Before the wait and not after it: whoever resumes may do so while no worker runs. */
async function voidBroken(
  { worker }: Context,
  { benchmarkId, shape }: RunSource,
  runs: readonly BenchmarkRun[],
  next: BenchmarkRun,
): Promise<void> {
  const broken = breakBlock(shape, runs, next);
  if (broken === null) return;
  await worker.db.transact(worker.actor, async (unit) => {
    for (const { id, ...outcome } of broken.voided)
      await unit.benchmarks.endRun(id, { state: "void", ...outcome });
    await unit.benchmarks.addRuns(benchmarkId, broken.again.map(withId));
  });
}

async function awaitResume(
  context: Context,
  { benchmarkId }: RunSource,
  { by }: BenchmarkPause,
  signal: AbortSignal,
): Promise<void> {
  await context.log("info", message("log.benchmark_paused", { by }));
  await context.waitFor(message("detail.benchmark_paused", { by }));
  do await delay(askEveryMs, undefined, { signal });
  while (await isPaused(context, benchmarkId));
  await context.log("info", message("log.benchmark_resumed"));
}

/** A pause may be long: that the database is away for a while does not end it. */
async function isPaused({ worker }: Context, benchmarkId: string): Promise<boolean> {
  try {
    return (await worker.db.benchmarks.findPause(benchmarkId)) !== null;
  } catch (error) {
    if (error instanceof DatabaseError && error.retryable) return true;
    throw error;
  }
}
