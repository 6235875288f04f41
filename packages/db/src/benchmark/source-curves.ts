import {
  type HostCurve,
  type HostCurvesQuery,
  MemberMetric,
  maxRunPoints,
  type RunFigure,
} from "@primacy/contract";
import { Prisma } from "../generated/client";
import { namesOf, unnest } from "./run-seconds";

/** The curve of one host or member. */
export interface SourceCurve extends Pick<HostCurve, "id" | "points"> {
  readonly kind: "host" | "member";
}

/** One figure of a run's hosts or members. */
export interface SourceCurves {
  readonly stepSeconds: number;
  readonly curves: readonly SourceCurve[];
  /** The members that were the primary for most of the run. */
  readonly primaryMembers: readonly string[];
}

/** What went over the network of each host, in bytes per second on the mean of the seconds that were measured. */
export interface RunTraffic {
  readonly hosts: readonly {
    readonly hostId: string;
    readonly seconds: number;
    readonly inBytes: number;
    readonly outBytes: number;
  }[];
  readonly primaryMembers: readonly string[];
}

interface PointRow {
  readonly source: string;
  readonly step: number;
  readonly bucket: number;
  readonly figure: RunFigure;
}

/**
 * One figure of what was measured beside a run: the fewest whole seconds to a point with which no curve has more than
 * `maxRunPoints`, the same for all of them. Null where the benchmark has no such run.
 */
export async function thinSources(
  connection: Prisma.TransactionClient,
  benchmarkId: string,
  { run: runId, metric }: HostCurvesQuery,
): Promise<SourceCurves | null> {
  const run = await connection.benchmarkRun.findFirst({ where: { id: runId, benchmarkId } });
  if (run === null) return null;
  const kind = MemberMetric.safeParse(metric).success ? "member" : "host";
  const value = Prisma.raw(`"${metric}"::float8`);
  const rows = await connection.$queryRaw<PointRow[]>`
    WITH entry AS (
      SELECT series.source, one."second"::int AS at, ${value} AS value
      FROM benchmark_series AS series
      CROSS JOIN LATERAL ${unnest(kind, "series.data", "jsonb_array_elements_text")} AS one(${namesOf(kind)})
      WHERE series.run_id = ${runId}::uuid AND series.source LIKE ${`${kind}:%`}
    ), width AS (
      SELECT ceil(max(at) / ${maxRunPoints}::float8)::int AS step FROM entry
    )
    SELECT source, step, (at - 1) / step AS bucket, CASE WHEN count(value) > 0 THEN jsonb_build_object(
      'min', min(value), 'mean', avg(value), 'max', max(value)) END AS figure
    FROM entry CROSS JOIN width GROUP BY source, step, bucket ORDER BY source, bucket`;
  const sources = [...new Set(rows.map(({ source }) => source))];
  return {
    stepSeconds: rows[0]?.step ?? 1,
    curves: sources.map((source) => ({
      kind,
      id: idOf(source),
      points: toPoints(rows.filter((row) => row.source === source)),
    })),
    primaryMembers: await listPrimaries(connection, runId),
  };
}

/** Reads the means of a run's hosts from one of its seconds on. */
export async function readTraffic(
  connection: Prisma.TransactionClient,
  runId: string,
  fromSecond: number,
): Promise<RunTraffic> {
  const rows = await connection.$queryRaw<
    { source: string; seconds: number; inBytes: number; outBytes: number }[]
  >`
    SELECT series.source, count(*)::int AS seconds,
      avg("networkIn"::float8) AS "inBytes", avg("networkOut"::float8) AS "outBytes"
    FROM benchmark_series AS series
    CROSS JOIN LATERAL ${unnest("host", "series.data", "jsonb_array_elements_text")} AS one(${namesOf("host")})
    WHERE series.run_id = ${runId}::uuid AND series.source LIKE 'host:%' AND one."second"::int >= ${fromSecond}
      AND "networkIn" IS NOT NULL AND "networkOut" IS NOT NULL
    GROUP BY series.source ORDER BY series.source`;
  return {
    hosts: rows.map(({ source, ...means }) => ({ hostId: idOf(source), ...means })),
    primaryMembers: await listPrimaries(connection, runId),
  };
}

/** The members that were the primary for most of a run. */
export async function listPrimaries(connection: Prisma.TransactionClient, runId: string): Promise<string[]> {
  const rows = await connection.$queryRaw<{ source: string }[]>`
    SELECT series.source FROM benchmark_series AS series
    CROSS JOIN LATERAL jsonb_array_elements_text(series.data->'primary') AS one(value)
    WHERE series.run_id = ${runId}::uuid AND series.source LIKE 'member:%'
    GROUP BY series.source HAVING avg(value::float8) > 0.5 ORDER BY series.source`;
  return rows.map(({ source }) => idOf(source));
}

function idOf(source: string): string {
  return source.slice(source.indexOf(":") + 1);
}

/** With an empty point where whole seconds are missing. */
function toPoints(rows: readonly PointRow[]): HostCurve["points"] {
  const step = rows[0]?.step ?? 1;
  const byBucket = new Map(rows.map(({ bucket, figure }) => [bucket, figure]));
  const count = (rows.at(-1)?.bucket ?? -1) + 1;
  return Array.from({ length: count }, (_, bucket) => ({
    second: bucket * step + 1,
    figure: byBucket.get(bucket) ?? null,
  }));
}
