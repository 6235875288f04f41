import { type BenchmarkDetail, isRefusal, type Refusal } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { Database } from "@primacy/db";
import { fileRoute } from "../../../server/api/route";
import { reportPolicy } from "../../../server/report/report-page";
import type { FileAnswer } from "../../../server/stream/file-response";
import type { BlockPlace } from "../page/benchmark-curves";
import { type FileReaders, writeRuns, writeSamplesCsv, writeSamplesJson } from "./benchmark-files";
import { findBenchmark } from "./find-benchmark";
import { createNaming } from "./name-curves";
import { writeReport } from "./report/write-report";
import { writeSourcesCsv } from "./source-files";

/** The files in which a benchmark is taken away. */
export const benchmarkFileRoutes = {
  getBenchmarkReport: fileRoute(endpoints.getBenchmarkReport, async ({ context, params, query, facts }) => {
    const { database, version } = context;
    const benchmark = await findBenchmark(database, params.id);
    if (isRefusal(benchmark)) return benchmark;
    const locale = query.language ?? facts.locale;
    const listSeries = (place: BlockPlace) => database.benchmarks.listSeries(benchmark.id, place);
    return {
      kind: "file",
      name: `benchmark-${benchmark.id}-${locale}.html`,
      shown: { policy: `${reportPolicy}; frame-ancestors 'none'` },
      pieces: writeReport(benchmark, {
        locale,
        version,
        listSeries,
        sumCounters: () => database.benchmarks.sumCounters(benchmark.id),
      }),
    };
  }),
  getBenchmarkRuns: fileRoute(endpoints.getBenchmarkRuns, ({ context, params }) =>
    toFile(context.database, params.id, "runs.csv", writeRuns),
  ),
  getBenchmarkSamplesCsv: fileRoute(endpoints.getBenchmarkSamplesCsv, ({ context, params }) =>
    toFile(context.database, params.id, "samples.csv", writeSamplesCsv),
  ),
  getBenchmarkHostsCsv: fileRoute(endpoints.getBenchmarkHostsCsv, ({ context, params }) =>
    toFile(context.database, params.id, "hosts.csv", (benchmark, { sources }) =>
      writeSourcesCsv(benchmark, sources),
    ),
  ),
  getBenchmarkSamples: fileRoute(endpoints.getBenchmarkSamples, ({ context, params }) =>
    toFile(context.database, params.id, "samples.json", writeSamplesJson),
  ),
};

async function toFile(
  database: Database,
  id: string,
  name: string,
  write: (benchmark: BenchmarkDetail, readers: FileReaders) => AsyncIterable<string>,
): Promise<Refusal | FileAnswer> {
  const benchmark = await findBenchmark(database, id);
  if (isRefusal(benchmark)) return benchmark;
  const { benchmarks } = database;
  const nameOf = await createNaming(database, benchmark);
  const pieces = write(benchmark, {
    listSeconds: (runId) => benchmarks.listSeconds(runId),
    findCounters: async (runId) => (await benchmarks.findCounters(id, runId)) ?? null,
    sources: {
      read: (runId) => benchmarks.readSources(runId),
      nameOf: async (runId) => {
        const primaries = await benchmarks.listPrimaryMembers(runId);
        return (source) => nameOf(source, primaries);
      },
    },
  });
  // The name of a benchmark may hold what a header cannot.
  return { kind: "file", name: `benchmark-${id}-${name}`, pieces };
}
