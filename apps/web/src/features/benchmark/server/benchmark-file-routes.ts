import { type BenchmarkDetail, isRefusal, type Refusal } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { Database } from "@primacy/db";
import { fileRoute } from "../../../server/api/route";
import type { FileAnswer } from "../../../server/stream/file-response";
import { type ListSeconds, writeRuns, writeSamplesCsv, writeSamplesJson } from "./benchmark-files";
import { findBenchmark } from "./find-benchmark";

/** The files in which a benchmark is taken away. */
export const benchmarkFileRoutes = {
  getBenchmarkRuns: fileRoute(endpoints.getBenchmarkRuns, ({ context, params }) =>
    toFile(context.database, params.id, "runs.csv", writeRuns),
  ),
  getBenchmarkSamplesCsv: fileRoute(endpoints.getBenchmarkSamplesCsv, ({ context, params }) =>
    toFile(context.database, params.id, "samples.csv", writeSamplesCsv),
  ),
  getBenchmarkSamples: fileRoute(endpoints.getBenchmarkSamples, ({ context, params }) =>
    toFile(context.database, params.id, "samples.json", writeSamplesJson),
  ),
};

async function toFile(
  database: Database,
  id: string,
  name: string,
  write: (benchmark: BenchmarkDetail, listSeconds: ListSeconds) => AsyncIterable<string>,
): Promise<Refusal | FileAnswer> {
  const benchmark = await findBenchmark(database, id);
  if (isRefusal(benchmark)) return benchmark;
  const pieces = write(benchmark, (runId) => database.benchmarks.listSeconds(runId));
  // The name of a benchmark may hold what a header cannot.
  return { kind: "file", name: `benchmark-${id}-${name}`, pieces };
}
