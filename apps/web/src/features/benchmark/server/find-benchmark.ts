import { BenchmarkDetail, type Refusal, refuse } from "@primacy/contract";
import { answerBenchmark } from "@primacy/core/benchmark";
import type { Database } from "@primacy/db";

/** The answer where there is no such benchmark. */
export const noBenchmark: Refusal = refuse("not_found", [], { what: "benchmark" });

/** A benchmark with its runs and what they come to, as the contract declares it; else why there is none. */
export async function findBenchmark(
  { benchmarks }: Pick<Database, "benchmarks">,
  id: string,
): Promise<BenchmarkDetail | Refusal> {
  const found = await benchmarks.find(id);
  return found === null ? noBenchmark : BenchmarkDetail.parse({ ...found, answer: answerBenchmark(found) });
}
