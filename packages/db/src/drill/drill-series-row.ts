import { DrillSeries } from "@primacy/contract";
import { toInstant, toNullableInstant } from "../connection/json";
import type { Prisma } from "../generated/client";

/** What a series is read with. */
export const seriesInclude = { cluster: { select: { name: true } } } as const;

/** A series as it is stored. */
export type SeriesRow = Prisma.DrillSeriesGetPayload<{ include: typeof seriesInclude }>;

/** Reads a row. */
export function toSeries({ cluster, ...row }: SeriesRow): DrillSeries {
  const series = {
    ...row,
    clusterName: cluster.name,
    // The drill that was under way when it ended is not its own any more.
    drillId: row.endedAt === null ? row.operationId : null,
    nextAt: toNullableInstant(row.nextAt),
    createdAt: toInstant(row.createdAt),
    endedAt: toNullableInstant(row.endedAt),
  };
  const { faults, runs } = DrillSeries.pick({ faults: true, runs: true }).parse(series);
  return DrillSeries.parse({ ...series, total: faults.length * runs });
}
