import { ArmCounters, CounterReading, RunCounters } from "@primacy/contract";
import type { Prisma } from "../generated/client";

/** Large, and asked for by themselves: no list of runs reads them. */
export const withoutCounters = { counters: true, countersBefore: true } as const;

/** What servers counted during runs. */
export interface RunCounterReader {
  /** What was counted during a run; null where that is not known. Undefined where the benchmark has no such run. */
  findCounters(id: string, runId: string): Promise<RunCounters | null | undefined>;
  /** What was counted before a run that goes on; null where that is not known. */
  findCountersBefore(runId: string): Promise<CounterReading | null>;
  /** The sums of each arm over its runs that are done; an arm of which nothing is known is absent. A run whose transactions are unknown is in no sum. */
  sumCounters(id: string): Promise<readonly ArmCounters[]>;
}

/** Reads through a connection or a transaction. */
export function createRunCounterReader(connection: Prisma.TransactionClient): RunCounterReader {
  return {
    async findCounters(benchmarkId, id) {
      const row = await connection.benchmarkRun.findFirst({
        where: { id, benchmarkId },
        select: { counters: true },
      });
      if (row === null) return undefined;
      return row.counters === null ? null : RunCounters.parse(row.counters);
    },
    async findCountersBefore(id) {
      const row = await connection.benchmarkRun.findUnique({
        where: { id },
        select: { countersBefore: true },
      });
      return row?.countersBefore == null ? null : CounterReading.parse(row.countersBefore);
    },
    async sumCounters(id) {
      const rows = await connection.$queryRaw<unknown[]>`
        WITH known AS (
          SELECT arm, (counters->>'transactions')::float8 AS transactions, counters->'status'->'primary' AS status
          FROM benchmark_run
          WHERE benchmark_id = ${id}::uuid AND state = 'done'
            AND jsonb_typeof(counters->'status'->'primary') = 'object'
            AND (counters->>'transactions')::float8 > 0
        ), grown AS (
          SELECT arm, jsonb_object_agg(name, total) AS status FROM (
            SELECT arm, name, sum(value::float8) AS total
            FROM known CROSS JOIN LATERAL jsonb_each_text(status) AS one(name, value)
            GROUP BY arm, name
          ) AS sums GROUP BY arm
        )
        SELECT arm, count(*)::int AS runs, sum(transactions) AS transactions, grown.status
        FROM known JOIN grown USING (arm) GROUP BY arm, grown.status ORDER BY arm`;
      return rows.map((row) => ArmCounters.parse(row));
    },
  };
}
