import { type BenchmarkRun, type Message, message, messageWith, paramsWith } from "@primacy/contract";
import {
  allowedRepeats,
  type BenchmarkInput,
  type JudgedRun,
  mostRepeats,
  planSchedule,
  repeatBlock,
} from "@primacy/core/benchmark";
import { z } from "zod";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { outlastDatabase } from "../operation/outlast-database";
import { BenchmarkStepInput, describeProgram } from "./benchmark-input";
import { fillOf } from "./hygiene/fill-again";
import { mendGroup } from "./hygiene/mend-group";
import { endProgram } from "./load-program";
import { measureRun } from "./measure-run";
import { nextRun } from "./next-run";
import { withId } from "./run-id";

/** No benchmark is longer: 100 blocks of 8 thread counts and 10 arms of a minute each are 5.6 days. */
const limitMs = 14 * 24 * 3_600_000;

/**
 * Makes the runs one after another, as they are stored: a worker that takes over goes on with the run that is under way. Undone, its
 * program is ended, and so is what fills its tables, and the group gets back what a restart had taken from it; what was measured is kept.
 */
export const measureStep = defineStep<BenchmarkInput, object>({
  input: BenchmarkStepInput,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: async (context, input, _record, signal) => {
      const runs = await context.worker.db.benchmarks.listRuns(input.benchmarkId);
      const begun = runs.filter(({ state }) => state === "running").map(({ id }) => id);
      const prepared = runs.filter(
        ({ state, preparation }) => state === "waiting" && preparation !== undefined,
      );
      for (const actionId of [...begun, ...prepared.map(fillOf)])
        await endProgram(context.worker, await describeProgram(context, input, actionId), signal);
      await mendGroup(context, input, signal);
    },
  },
  async execute(context, input, signal) {
    await outlastDatabase(signal, () => storeSchedule(context, input));
    for (;;) {
      // Where the database went away in its midst, the run under way is found again, and read from its beginning.
      const detail = await outlastDatabase(signal, () => makeNext(context, input, signal));
      if (detail !== null) return { kind: "done", detail };
    }
  },
});

/** Makes one run and stores what it came to; returns how it all went where no run is left. */
async function makeNext(
  context: StepContext,
  input: BenchmarkInput,
  signal: AbortSignal,
): Promise<Message | null> {
  const { worker } = context;
  const found = await nextRun(context, { benchmarkId: input.benchmarkId, shape: shapeOf(input) }, signal);
  if (found === null) return describeEnd(await worker.db.benchmarks.listRuns(input.benchmarkId));
  const { run: next, runs } = found;
  await context.report(describeRun(input, runs, next));
  const outcome = await measureRun(context, input, next, { runs: runs.length }, signal);
  if (outcome.state === "done")
    await worker.db.transact(worker.actor, (unit) => unit.benchmarks.endRun(next.id, outcome));
  else await voidBlock(context, input, next, outcome);
  return null;
}

async function storeSchedule({ worker }: StepContext, input: BenchmarkInput): Promise<void> {
  const { benchmarkId } = input;
  const runs = planSchedule(shapeOf(input));
  await worker.db.transact(worker.actor, async (unit) => {
    await unit.benchmarks.addRuns(benchmarkId, runs.map(withId));
    await unit.benchmarks.setState(benchmarkId, "running");
  });
}

function describeRun({ arms }: BenchmarkInput, runs: readonly BenchmarkRun[], next: BenchmarkRun) {
  return message("detail.benchmark_run", {
    done: next.ordinal + 1,
    total: runs.length,
    arm: arms[next.arm]?.name ?? "-",
    threads: next.threads,
  });
}

function describeEnd(runs: readonly BenchmarkRun[]) {
  const voided = runs.filter(({ state }) => state === "void" || state === "failed").length;
  return message("detail.benchmark_measured", { done: runs.length, voided });
}

/**
 * Ends a disturbed run and its block at once: what else was measured in it says nothing any more, and it comes again at the end. In one
 * transaction, so that a worker that dies leaves no block half counted. Throws `StepFailure` where too many were disturbed.
 */
async function voidBlock(
  context: StepContext,
  input: BenchmarkInput,
  { id, block, threads }: BenchmarkRun,
  { state, figures, reason }: JudgedRun,
): Promise<void> {
  if (state === "done") return;
  const { worker } = context;
  const { benchmarkId } = input;
  const runs = await worker.db.benchmarks.listRuns(benchmarkId);
  const why = reason ?? message("why.benchmark_nothing");
  const others = runs.filter(
    (run) =>
      run.id !== id &&
      run.block === block &&
      run.threads === threads &&
      (run.state === "waiting" || run.state === "done"),
  );
  const again = repeatBlock(shapeOf(input), runs, { block, threads }, allowedRepeats(runs));
  await worker.db.transact(worker.actor, async (unit) => {
    await unit.benchmarks.endRun(id, { state, figures, reason: why });
    for (const other of others)
      await unit.benchmarks.endRun(other.id, {
        state: "void",
        figures: other.figures,
        reason: message("why.benchmark_block"),
      });
    await unit.benchmarks.addRuns(benchmarkId, (again ?? []).map(withId));
  });
  const place = { block: block + 1, threads };
  await context.log("warning", messageWith("log.benchmark_void", place, { reason: why }));
  if (again === null)
    throw new StepFailure("failure.benchmark_too_many_void", {
      params: paramsWith({ voided: mostRepeats + 1 }, { reason: why }),
    });
  await context.log("info", message("log.benchmark_repeat", place));
}

const shapeOf = ({ fields: { threads, blocks, seed }, arms }: BenchmarkInput) => ({
  arms: arms.length,
  threads,
  blocks,
  seed,
});
