import type {
  Benchmark,
  BenchmarkPause,
  BenchmarkRecord,
  BenchmarkRun,
  BenchmarkRunState,
  HostCurvesQuery,
  Page,
  RunSeries,
  SeriesQuery,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import type { Prisma } from "../generated/client";
import { type PageRequest, toPage } from "../page/page-request";
import { createSecretReader } from "../secret/secret-repository";
import { type RunCounts, toBenchmark, toPause, toRun, toSystem } from "./benchmark-row";
import { listTrendBenchmarks, type TrendBenchmark } from "./benchmark-trend";
import { listRunSeconds } from "./list-seconds";
import { readSources } from "./read-sources";
import { createRunCounterReader, type RunCounterReader, withoutCounters } from "./run-counters";
import type { RunSecond, SourceSeconds } from "./run-seconds";
import { listPrimaries, type RunTraffic, readTraffic, type SourceCurves, thinSources } from "./source-curves";
import { listThinned } from "./thin-series";

/** Reads benchmarks. */
export interface BenchmarkReader extends RunCounterReader {
  /** Newest first, without their runs; with a tag those that have it. */
  list(clusterId: string, page: PageRequest, tag?: string): Promise<Page<Benchmark>>;
  /** The newest that have ended, and the pinned one. */
  listTrend(clusterId: string): Promise<readonly TrendBenchmark[]>;
  /** With all of its runs. */
  find(id: string): Promise<BenchmarkRecord | null>;
  /** In the order in which they are made; none where there is no such benchmark. */
  listRuns(id: string): Promise<readonly BenchmarkRun[]>;
  /** Whether it is paused, and by whom; null where it is not, or is not there. */
  findPause(id: string): Promise<BenchmarkPause | null>;
  /**
   * The curves of the runs of one block and thread count, each thinned to at most `maxRunPoints` points that keep their
   * lowest and highest second. A run of which nothing was measured has no points.
   */
  listSeries(id: string, query: SeriesQuery): Promise<readonly RunSeries[]>;
  /** Every second of a run as its program said it, in order; none where nothing was measured. */
  listSeconds(runId: string): Promise<readonly RunSecond[]>;
  /**
   * Every second of each host and member during a run, none thinned: source by source, a minute of it at a time. Reads an hour of one source
   * at once, so a run of any length can be read.
   */
  readSources(runId: string): AsyncIterable<SourceSeconds>;
  /** The members that were the primary for most of a run. */
  listPrimaryMembers(runId: string): Promise<readonly string[]>;
  /** One figure of the hosts or members during a run, thinned in the same way; null where the benchmark has no such run. */
  findSourceCurves(id: string, query: HostCurvesQuery): Promise<SourceCurves | null>;
  /** What went over each host's network during a run, from one of its seconds on. */
  readTraffic(runId: string, fromSecond: number): Promise<RunTraffic>;
  /** For the worker only: the password of its MySQL account in clear; null when it has ended. Throws `MasterKeyError`. */
  findPassword(id: string): Promise<string | null>;
}

/** Reads through a connection or a transaction. */
export function createBenchmarkReader(context: RepositoryContext): BenchmarkReader {
  const { connection } = context;

  async function listRuns(benchmarkId: string): Promise<readonly BenchmarkRun[]> {
    const rows = await connection.benchmarkRun.findMany({
      where: { benchmarkId },
      orderBy: { ordinal: "asc" },
      omit: withoutCounters,
    });
    return rows.map(toRun);
  }

  return {
    ...createRunCounterReader(connection),
    listRuns,
    listTrend: (clusterId) => listTrendBenchmarks(connection, clusterId),
    async list(clusterId, { after, limit }, tag) {
      const rows = await connection.benchmark.findMany({
        where: {
          clusterId,
          ...(after === null ? {} : { id: { lt: after.id } }),
          ...(tag === undefined ? {} : { tags: { has: tag } }),
        },
        orderBy: { id: "desc" },
        take: limit + 1,
      });
      const countsOf = await countRuns(
        connection,
        rows.map(({ id }) => id),
      );
      return toPage(
        rows,
        limit,
        (row) => toBenchmark(row, countsOf(row.id)),
        (row) => ["", row.id],
      );
    },
    async find(id) {
      const row = await connection.benchmark.findUnique({ where: { id } });
      if (row === null) return null;
      const runs = await listRuns(id);
      return {
        ...toBenchmark(row, { all: runs.length, over: runs.filter(({ state }) => isOver(state)).length }),
        notes: row.notes,
        system: toSystem(row),
        runs: [...runs],
      };
    },
    async findPause(id) {
      const select = { pausedAt: true, pausedBy: true };
      const row = await connection.benchmark.findUnique({ where: { id }, select });
      return row === null ? null : toPause(row);
    },
    listSeries: (id, query) => listThinned(connection, id, query),
    listSeconds: (runId) => listRunSeconds(connection, runId),
    findSourceCurves: (id, query) => thinSources(connection, id, query),
    readSources: (runId) => readSources(connection, runId),
    listPrimaryMembers: (runId) => listPrimaries(connection, runId),
    readTraffic: (runId, fromSecond) => readTraffic(connection, runId, fromSecond),
    async findPassword(id) {
      const row = await connection.benchmark.findUnique({
        where: { id },
        select: { accountSecretId: true },
      });
      return row?.accountSecretId == null ? null : createSecretReader(context).open(row.accountSecretId);
    },
  };
}

const unfinished: readonly string[] = ["waiting", "running"] satisfies BenchmarkRunState[];

function isOver(state: string): boolean {
  return !unfinished.includes(state);
}

/** Counts the runs of several benchmarks by one statement. */
async function countRuns(
  connection: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<(id: string) => RunCounts> {
  const groups = await connection.benchmarkRun.groupBy({
    by: ["benchmarkId", "state"],
    where: { benchmarkId: { in: [...ids] } },
    _count: true,
  });
  return (id) => {
    const own = groups.filter(({ benchmarkId }) => benchmarkId === id);
    const sum = (some: typeof own) => some.reduce((total, { _count }) => total + _count, 0);
    return { all: sum(own), over: sum(own.filter(({ state }) => isOver(state))) };
  };
}
