import {
  type Benchmark,
  type BenchmarkChange,
  type BenchmarkData,
  type BenchmarkRun,
  type BenchmarkState,
  type CounterReading,
  type MeasuredSystem,
  problemDetail,
  type Refusal,
  type RunCounters,
  type RunPreparation,
  refuse,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toJson, toNullableJson } from "../connection/json";
import { notFound } from "../errors/database-error";
import { Prisma } from "../generated/client";
import { notify } from "../notification/notification";
import { createSecretRepository } from "../secret/secret-repository";
import { type BenchmarkReader, createBenchmarkReader } from "./benchmark-reader";
import { OrderedFields } from "./benchmark-row";
import {
  type RunSecond,
  type SourceSeconds,
  sourceOf,
  toLoadMinutes,
  toMinutes,
  upsertMinutes,
} from "./run-seconds";

/** A benchmark that begins. */
export interface BenchmarkDraft
  extends Omit<
    Benchmark,
    "tags" | "isPinned" | "state" | "data" | "pause" | "runsDone" | "runsTotal" | "createdAt" | "endedAt"
  > {
  /** Of the MySQL account that it makes for itself; encrypted at rest, deleted when it finishes. */
  readonly password: string;
}

/** A run that will be made. */
export type BenchmarkRunDraft = Pick<BenchmarkRun, "id" | "ordinal" | "block" | "threads" | "arm">;

/** How a run ended. */
export interface BenchmarkRunOutcome extends Pick<BenchmarkRun, "figures" | "reason"> {
  readonly state: Extract<BenchmarkRun["state"], "done" | "void" | "failed">;
}

type ActiveState = Extract<BenchmarkState, "preparing" | "running">;
type FinalState = Exclude<BenchmarkState, ActiveState>;

const active: readonly string[] = ["preparing", "running"] satisfies ActiveState[];

/**
 * Records benchmarks. Every write may come twice, because a worker may die between a write and what follows it. What is
 * not there is thrown as `not_found`.
 */
export interface BenchmarkRepository extends BenchmarkReader {
  /** Stores a benchmark that prepares. One that is there already stays as it is, with its password. */
  create(draft: BenchmarkDraft): Promise<void>;
  /** Stores how long its data took to make, and how much it is. */
  setData(id: string, data: BenchmarkData): Promise<void>;
  /** Stores what its servers and hosts are; what is there already stays, for it is as they were when it began. */
  setSystem(id: string, system: MeasuredSystem): Promise<void>;
  /** Says what it does now; one that has ended stays as it is. */
  setState(id: string, state: ActiveState): Promise<void>;
  /** Adds runs that wait; one whose ordinal is there already stays as it is, with the id that it has. */
  addRuns(id: string, runs: readonly BenchmarkRunDraft[]): Promise<void>;
  /** Stores what has been done before a run so far; what was stored before gives way to it. */
  setPreparation(runId: string, preparation: readonly RunPreparation[]): Promise<void>;
  /** Starts a run now, by the database's clock. One that was over begins anew, without what was measured of it. */
  startRun(runId: string): Promise<void>;
  /** Ends a run now; when it was over already, it ended then, with this outcome. */
  endRun(runId: string, outcome: BenchmarkRunOutcome): Promise<void>;
  /** Stores what the servers had counted before a run that begins. */
  setCountersBefore(runId: string, reading: CounterReading): Promise<void>;
  /** Stores what they counted during it, in place of what they had counted before. */
  setCounters(runId: string, counters: RunCounters | null): Promise<void>;
  /**
   * Stores seconds of a run by one statement. In whichever parts they come, and however often, each is there once, as it
   * came last. Nobody is notified. Throws where the run is gone.
   */
  recordSeconds(runId: string, seconds: readonly RunSecond[]): Promise<void>;
  /** The same of what hosts and members did meanwhile. */
  recordSources(runId: string, sources: readonly SourceSeconds[]): Promise<void>;
  /** Ends a benchmark and deletes its password. A run that was still going is void. One that has ended stays as it is. */
  finish(id: string, state: FinalState): Promise<void>;
  /** Pauses it now; one that is paused stays so by whoever paused it. Refused with `not_found`, or `operation_finished` once it has ended. */
  pause(id: string, by: string): Promise<Refusal | null>;
  /** Lets it go on; one that is not paused goes on anyway. Refused like `pause`. */
  resume(id: string): Promise<Refusal | null>;
  /** Sets what people say of it; to pin it takes the pin from another one of its cluster. Refused with `not_found`. */
  change(id: string, change: BenchmarkChange): Promise<Refusal | null>;
  /** Deletes a benchmark with all that was measured. Refused with `not_found`, or `in_use` while it runs. */
  remove(id: string): Promise<Refusal | null>;
}

/** Writes within a transaction. */
export function createBenchmarkRepository(context: RepositoryContext): BenchmarkRepository {
  const { connection } = context;
  const secrets = createSecretRepository(context);

  async function tell({ id, clusterId }: { readonly id: string; readonly clusterId: string }): Promise<void> {
    await notify(connection, { kind: "benchmark", benchmarkId: id, clusterId });
  }

  async function get(id: string): Promise<{ readonly id: string; readonly clusterId: string }> {
    const row = await connection.benchmark.findUnique({ where: { id } });
    if (row === null) throw notFound("benchmark", id);
    return row;
  }

  async function setPause(
    id: string,
    data: Pick<Prisma.BenchmarkUpdateManyMutationInput, "pausedAt" | "pausedBy">,
    pausedAt: null | { not: null },
  ): Promise<Refusal | null> {
    const row = await connection.benchmark.findUnique({ where: { id } });
    if (row === null) return refuse("not_found", [], { what: "benchmark" });
    const { count } = await connection.benchmark.updateMany({
      where: { id, endedAt: null, pausedAt },
      data,
    });
    if (count > 0) await tell(row);
    return row.endedAt === null ? null : refuse("operation_finished");
  }

  async function tellOfRun(runId: string, write: Promise<number>): Promise<void> {
    if ((await write) === 0) throw notFound("benchmark run", runId);
    const { benchmark } = await connection.benchmarkRun.findUniqueOrThrow({
      where: { id: runId },
      include: { benchmark: true },
    });
    await tell(benchmark);
  }

  return {
    ...createBenchmarkReader(context),
    async create({ password, ...draft }) {
      const known = await connection.benchmark.findUnique({ where: { id: draft.id } });
      if (known !== null) return;
      const accountSecretId = await secrets.create("benchmark_account", password);
      const data = { ...toData(draft), accountSecretId };
      const { count } = await connection.benchmark.createMany({ data: [data], skipDuplicates: true });
      if (count === 0) await secrets.remove(accountSecretId);
      else await tell(draft);
    },
    async setData(id, data) {
      const row = await get(id);
      await connection.benchmark.update({ where: { id }, data: { data: toJson(data) } });
      await tell(row);
    },
    async setSystem(id, system) {
      const row = await get(id);
      const where = { id, system: { equals: Prisma.DbNull } };
      const { count } = await connection.benchmark.updateMany({ where, data: { system: toJson(system) } });
      if (count > 0) await tell(row);
    },
    async setState(id, state) {
      const row = await get(id);
      const where = { id, state: { in: [...active] } };
      const { count } = await connection.benchmark.updateMany({ where, data: { state } });
      if (count > 0) await tell(row);
    },
    async addRuns(id, runs) {
      const row = await get(id);
      const count = await connection.$executeRaw`
        INSERT INTO benchmark_run (id, benchmark_id, ordinal, block, threads, arm, state)
        SELECT id, ${id}::uuid, ordinal, block, threads, arm, 'waiting'
        FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
          AS run(id uuid, ordinal int, block int, threads int, arm int)
        ON CONFLICT DO NOTHING`;
      if (count > 0) await tell(row);
    },
    async startRun(runId) {
      await connection.benchmarkSeries.deleteMany({ where: { runId, run: { endedAt: { not: null } } } });
      const started = connection.$executeRaw`
        UPDATE benchmark_run SET state = 'running', started_at = clock_timestamp(), ended_at = NULL,
          figures = NULL, reason = NULL, counters = NULL, counters_before = NULL, updated_at = now() WHERE id = ${runId}::uuid`;
      await tellOfRun(runId, started);
    },
    async setPreparation(runId, preparation) {
      const stored = connection.$executeRaw`
        UPDATE benchmark_run SET preparation = ${JSON.stringify(preparation)}::jsonb, updated_at = now()
        WHERE id = ${runId}::uuid`;
      await tellOfRun(runId, stored);
    },
    async endRun(runId, { state, figures, reason }) {
      const ended = connection.$executeRaw`
        UPDATE benchmark_run SET state = ${state}, ended_at = coalesce(ended_at, clock_timestamp()),
          figures = ${toText(figures)}::jsonb, reason = ${toText(reason)}::jsonb, updated_at = now()
        WHERE id = ${runId}::uuid`;
      await tellOfRun(runId, ended);
    },
    async setCountersBefore(id, reading) {
      await connection.benchmarkRun.update({ where: { id }, data: { countersBefore: toJson(reading) } });
    },
    async setCounters(id, counters) {
      const data = { counters: toNullableJson(counters), countersBefore: Prisma.DbNull };
      await connection.benchmarkRun.update({ where: { id }, data });
    },
    pause: (id, by) => setPause(id, { pausedAt: new Date(), pausedBy: by }, null),
    resume: (id) => setPause(id, { pausedAt: null, pausedBy: null }, { not: null }),
    recordSeconds: (runId, seconds) => upsertMinutes(connection, runId, "load", toLoadMinutes(seconds)),
    async recordSources(runId, sources) {
      for (const kind of ["host", "member"] as const) {
        const own = sources.filter((one) => one.kind === kind);
        const minutes = own.flatMap((one) => toMinutes(kind, sourceOf(one), one.seconds));
        await upsertMinutes(connection, runId, kind, minutes);
      }
    },
    async change(id, { tags, notes, isPinned }) {
      const row = await connection.benchmark.findUnique({ where: { id } });
      if (row === null) return refuse("not_found", [], { what: "benchmark" });
      // Two that are pinned at once come one after the other, so that one pin is left.
      if (isPinned === true) await unpin(connection, row.clusterId);
      await connection.benchmark.update({
        where: { id },
        data: {
          ...(tags === undefined ? {} : { tags: [...tags] }),
          ...(notes === undefined ? {} : { notes }),
          ...(isPinned === undefined ? {} : { isPinned }),
        },
      });
      await tell(row);
      return null;
    },
    async finish(id, state) {
      const row = await connection.benchmark.findUnique({ where: { id } });
      if (row === null) throw notFound("benchmark", id);
      const ended = await connection.$executeRaw`
        UPDATE benchmark SET state = ${state}, ended_at = clock_timestamp(), account_secret_id = NULL,
          paused_at = NULL, paused_by = NULL, updated_at = now() WHERE id = ${id}::uuid AND ended_at IS NULL`;
      if (ended === 0) return;
      if (row.accountSecretId !== null) await secrets.remove(row.accountSecretId);
      await connection.$executeRaw`
        UPDATE benchmark_run SET state = 'void', ended_at = clock_timestamp(), updated_at = now()
        WHERE benchmark_id = ${id}::uuid AND state = 'running'`;
      await tell(row);
    },
    async remove(id) {
      const rows = await connection.$queryRaw<{ state: string; clusterId: string; requestedBy: string }[]>`
        SELECT state, requested_by AS "requestedBy", cluster_id AS "clusterId" FROM benchmark WHERE id = ${id}::uuid FOR UPDATE`;
      const [row] = rows;
      if (row === undefined) return refuse("not_found", [], { what: "benchmark" });
      if (active.includes(row.state))
        return refuse("in_use", [problemDetail("", "benchmark_running")], {
          what: `benchmark (${row.requestedBy})`,
        });
      await connection.benchmark.delete({ where: { id } });
      await tell({ id, clusterId: row.clusterId });
      return null;
    },
  };
}

/** Holds the cluster until the commit. */
async function unpin(connection: Prisma.TransactionClient, clusterId: string): Promise<void> {
  await connection.$executeRaw`SELECT 1 FROM cluster WHERE id = ${clusterId}::uuid FOR NO KEY UPDATE`;
  await connection.benchmark.updateMany({ where: { clusterId, isPinned: true }, data: { isPinned: false } });
}

function toData(draft: Omit<BenchmarkDraft, "password">): Prisma.BenchmarkCreateManyInput {
  const { id, clusterId, name, requestedBy, loadHostId, loadHostName, arms, toolVersion } = draft;
  return {
    id,
    clusterId,
    name,
    state: "preparing" satisfies ActiveState,
    requestedBy,
    loadHostId,
    loadHostName,
    fields: toJson(OrderedFields.parse(draft)),
    arms: toJson(arms),
    toolVersion,
  };
}

/** For a column of JSON that may be empty, within a statement. */
function toText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
