import { type BenchmarkDetail, type RunCounters, type RunSample, RunSamples } from "@primacy/contract";
import { secondsPrepared } from "@primacy/core/benchmark";
import { toCsv } from "@primacy/ui/format";
import { findSlap } from "../page/run-order";
import { runColumns, toRunCells } from "./run-cells";
import { type ReadSources, writeSourcesJson } from "./source-files";

/** Reads the seconds of a run. */
export type ListSeconds = (runId: string) => Promise<readonly RunSample[]>;

/** Reads what was counted during a run. */
export type FindCounters = (runId: string) => Promise<RunCounters | null>;

/** Every run with its figures, a line each; what nobody measured is empty. */
export async function* writeRuns(benchmark: BenchmarkDetail): AsyncGenerator<string> {
  const latency = ["min", "mean", "max", "p50", "p95", "p99"].map((one) => `latency_${one}_ms`);
  const figures = ["seconds", "transactions", "tps", "qps", "errors_per_s", "reconnects", ...latency];
  const slap = ["queries_per_client", "mean_s", "min_s", "max_s"].map((one) => `mysqlslap_${one}`);
  const ended = ["p99_is_at_least", "reason", "tpmc", ...slap, "prepared_s"];
  yield toCsv([[...runColumns, "started_at", "ended_at", ...figures, ...ended]]);
  for (const run of benchmark.runs) {
    const one = run.figures;
    const own = findSlap(run);
    const { minMs, meanMs, maxMs, p50, p95, p99 } = one?.latency ?? noLatency;
    yield toCsv([
      [
        ...toRunCells(benchmark, run),
        run.startedAt,
        run.endedAt,
        ...[one?.seconds, one?.transactions, one?.tps, one?.qps, one?.errorsPerSecond].map(orNothing),
        orNothing(one?.reconnects),
        ...[minMs, meanMs, maxMs, p50?.ms, p95?.ms, p99?.ms].map(orNothing),
        p99 === null ? null : String(p99.isAtLeast),
        run.reason?.text ?? null,
        orNothing(one?.tpmC),
        ...[own?.queriesPerClient, own?.meanSeconds, own?.minSeconds, own?.maxSeconds].map(orNothing),
        run.preparation === undefined ? null : secondsPrepared(run),
      ],
    ]);
  }
}

const noLatency = { minMs: null, meanMs: null, maxMs: null, p50: null, p95: null, p99: null };

function orNothing(value: number | null | undefined): number | null {
  return value ?? null;
}

/** Every second of every run, a line each; `is_warmup` says which are in no figure. Read run by run. */
export async function* writeSamplesCsv(
  benchmark: BenchmarkDetail,
  { listSeconds }: Pick<FileReaders, "listSeconds">,
): AsyncGenerator<string> {
  const measured = ["active_threads", "tps", "qps", "latency_p95_ms", "errors_per_s", "reconnects_per_s"];
  yield toCsv([[...runColumns, "second", "is_warmup", ...measured]]);
  for (const run of benchmark.runs) {
    const cells = toRunCells(benchmark, run);
    const samples = await listSeconds(run.id);
    if (samples.length === 0) continue;
    yield toCsv(
      samples.map(({ second, threads, tps, qps, latencyMs, errors, reconnects }) => [
        ...cells,
        second,
        String(second <= benchmark.warmupSeconds),
        ...[threads, tps, qps, latencyMs, errors, reconnects],
      ]),
    );
  }
}

/** What is read of a benchmark for its files. */
export interface FileReaders {
  readonly listSeconds: ListSeconds;
  readonly findCounters: FindCounters;
  readonly sources: ReadSources;
}

/** The whole as the contract's `BenchmarkSamples`, written run by run. */
export async function* writeSamplesJson(
  benchmark: BenchmarkDetail,
  { listSeconds, findCounters, sources }: FileReaders,
): AsyncGenerator<string> {
  yield `{"benchmark":${JSON.stringify(benchmark)},"runs":[`;
  let mark = "\n";
  for (const run of benchmark.runs) {
    const samples = await listSeconds(run.id);
    const counters = await findCounters(run.id);
    const told = RunSamples.omit({ sources: true }).parse({ runId: run.id, samples, counters });
    yield `${mark}${JSON.stringify(told).slice(0, -1)},"sources":`;
    yield* writeSourcesJson(run, sources);
    yield "}";
    mark = ",\n";
  }
  yield "\n]}\n";
}
