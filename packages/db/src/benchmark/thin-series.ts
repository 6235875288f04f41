import { maxRunPoints, RunMetric, RunSeries, type SeriesQuery } from "@primacy/contract";
import { Prisma } from "../generated/client";
import { loadSource, namesOf, unnest } from "./run-seconds";

/** Some seconds of a run, summed up; without a bucket: a run of which no second is there. */
interface PointRow {
  readonly runId: string;
  readonly arm: number;
  readonly step: number | null;
  readonly bucket: number | null;
  readonly figures: Readonly<Record<RunMetric, unknown>>;
}

/**
 * The curves of the runs of one block and thread count, in the order of the runs: the fewest whole seconds to a point with
 * which a run has at most `maxRunPoints`. Each point keeps the lowest and the highest of its seconds, so that no stall is
 * lost; where seconds are missing there is a point without figures.
 */
export async function listThinned(
  connection: Prisma.TransactionClient,
  benchmarkId: string,
  { block, threads }: SeriesQuery,
): Promise<readonly RunSeries[]> {
  const rows = await connection.$queryRaw<PointRow[]>`
    WITH run AS (
      SELECT id, arm, ordinal FROM benchmark_run
      WHERE benchmark_id = ${benchmarkId}::uuid AND block = ${block}::bigint AND threads = ${threads}::bigint
    ), entry AS (
      SELECT run.id, one.* FROM run
      JOIN benchmark_series AS series ON series.run_id = run.id AND series.source = ${loadSource}
      CROSS JOIN LATERAL ${unnest("load", "series.data", "jsonb_array_elements_text")} AS one(${namesOf("load")})
    ), width AS (
      SELECT id, ceil(max("second"::int) / ${maxRunPoints}::float8)::int AS step FROM entry GROUP BY id
    )
    SELECT run.id AS "runId", run.arm, step, ("second"::int - 1) / step AS bucket,
           jsonb_build_object(${Prisma.join(RunMetric.options.map(figureOf))}) AS figures
    FROM run LEFT JOIN width USING (id) LEFT JOIN entry USING (id)
    GROUP BY run.ordinal, run.id, run.arm, step, bucket ORDER BY run.ordinal, bucket`;
  const runs = [...new Set(rows.map(({ runId }) => runId))];
  return runs.map((id) => toSeries(rows.filter(({ runId }) => runId === id)));
}

function figureOf(metric: RunMetric): Prisma.Sql {
  const value = `"${metric}"::float8`;
  return Prisma.raw(`'${metric}', CASE WHEN count(${value}) > 0 THEN jsonb_build_object(
    'min', min(${value}), 'mean', avg(${value}), 'max', max(${value})) END`);
}

const nothing = { tps: null, qps: null, latencyMs: null, errors: null, reconnects: null };

function toSeries(rows: readonly PointRow[]): RunSeries {
  const [first, last] = [rows[0], rows.at(-1)];
  const stepSeconds = first?.step ?? 1;
  const byBucket = new Map(rows.map(({ bucket, figures }) => [bucket, figures]));
  const count = last?.bucket == null ? 0 : last.bucket + 1;
  const points = Array.from({ length: count }, (_, bucket) => ({
    second: bucket * stepSeconds + 1,
    ...(byBucket.get(bucket) ?? nothing),
  }));
  return RunSeries.parse({ runId: first?.runId, arm: first?.arm, stepSeconds, points });
}
