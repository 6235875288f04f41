import type { RepositoryContext } from "../connection/context";

/** One raw number of a series at an instant. */
export interface MetricSample {
  /** Names what was measured, such as `applied_lag_ms/<member id>`; at most 200 characters. */
  readonly series: string;
  readonly at: Date;
  readonly value: number;
}

/** The samples of an interval, summed up. */
export interface MetricBucket {
  readonly at: Date;
  readonly min: number;
  readonly average: number;
  readonly max: number;
  readonly count: number;
}

/** Which part of a series to read. */
export interface MetricQuery {
  readonly series: string;
  readonly from: Date;
  readonly to: Date;
  /** How many points the chart can show, at most 500. */
  readonly points: number;
}

/** Reads samples. */
export interface MetricReader {
  /** The series in equal intervals, oldest first; intervals without samples are left out. */
  listBuckets(query: MetricQuery): Promise<readonly MetricBucket[]>;
}

/** Stores samples. */
export interface MetricRepository extends MetricReader {
  /** Stores samples; one for the same series and instant is kept as it was. */
  append(samples: readonly MetricSample[]): Promise<void>;
}

const MAX_POINTS = 500;

/** Reads through a connection or a transaction. */
export function createMetricReader({ connection }: RepositoryContext): MetricReader {
  return {
    async listBuckets({ series, from, to, points }) {
      const count = Math.max(1, Math.min(points, MAX_POINTS));
      const widthMs = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / count));
      return connection.$queryRaw<MetricBucket[]>`
        SELECT date_bin(make_interval(secs => ${widthMs / 1_000}::float8), at, ${from}) AS at,
               min(value) AS min, avg(value) AS average, max(value) AS max, count(*)::int AS count
        FROM metric_sample WHERE series_id = (SELECT id FROM metric_series WHERE key = ${series})
          AND at >= ${from} AND at < ${to}
        GROUP BY 1 ORDER BY 1`;
    },
  };
}

/** Writes within a transaction. */
export function createMetricRepository(context: RepositoryContext): MetricRepository {
  const { connection } = context;
  return {
    ...createMetricReader(context),
    async append(samples) {
      if (samples.length === 0) return;
      const keys = [...new Set(samples.map((sample) => sample.series))].sort();
      await connection.metricSeries.createMany({ data: keys.map((key) => ({ key })), skipDuplicates: true });
      const rows = await connection.metricSeries.findMany({ where: { key: { in: keys } } });
      const ids = new Map(rows.map((row) => [row.key, row.id]));
      const data = samples.flatMap(({ series, at, value }) => {
        const seriesId = ids.get(series);
        return seriesId === undefined ? [] : [{ seriesId, at, value }];
      });
      await connection.metricSample.createMany({ data, skipDuplicates: true });
    },
  };
}
