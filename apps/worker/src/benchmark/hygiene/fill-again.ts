import type { BenchmarkRun } from "@primacy/contract";
import type { BenchmarkInput } from "@primacy/core/benchmark";
import { actionIdOf } from "../../host-operator/action-id";
import type { StepContext } from "../../operation/executor";
import { fillTables, keepData } from "../prepare-step";

/** The id of the program that fills the tables of a run. */
export function fillOf({ id }: Pick<BenchmarkRun, "id">): string {
  return actionIdOf(id, "fill");
}

/**
 * Fills the tables of a run, or goes on with the program that does. What the first filling of a benchmark came to is kept with it. Throws
 * what the filling before the first run throws.
 */
export async function fillAgain(
  context: StepContext,
  input: BenchmarkInput,
  run: BenchmarkRun,
  signal: AbortSignal,
): Promise<void> {
  const seconds = await fillTables(context, input, fillOf(run), signal);
  const known = await context.worker.db.benchmarks.find(input.benchmarkId);
  if (known?.data == null) await keepData(context, input, seconds, signal);
}
