import {
  type MemberRole,
  MemberSamples,
  type MemberState,
  type SampleFigure,
  type SampleWindow,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant } from "../connection/json";
import { Prisma } from "../generated/client";

/** How a member was at an instant, and what was seen of it since the sample before. Null is what nobody could tell. */
export interface MemberSample {
  readonly memberId: string;
  readonly role: MemberRole | null;
  readonly state: MemberState | null;
  readonly certifyQueue: number | null;
  readonly applyQueue: number | null;
  readonly appliedLagMs: number | null;
  /** The highest of all looks since the sample before, and how many these are. */
  readonly certifyQueueMax: number | null;
  readonly applyQueueMax: number | null;
  readonly appliedLagMaxMs: number | null;
  readonly looks: number;
}

/** Reads samples. */
export interface SampleReader {
  /** The samples of one member or, with null, of all, summed up; the caller sees to it that there are not too many intervals. Empty where there are none. */
  listHistory(
    clusterId: string,
    memberId: string | null,
    window: SampleWindow,
  ): Promise<readonly MemberSamples[]>;
}

/** Stores samples. */
export interface SampleRepository extends SampleReader {
  /** Stores one sample of each member by one statement; one of the same instant is kept as it was. Throws where the cluster is gone. */
  append(clusterId: string, at: Date, samples: readonly MemberSample[]): Promise<void>;
}

interface BucketRow {
  readonly memberId: string;
  readonly at: Date;
  readonly count: number;
  readonly looks: number;
  readonly roles: readonly string[];
  readonly states: readonly string[];
  readonly certifyMax: number | null;
  readonly certifyMean: number | null;
  readonly applyMax: number | null;
  readonly applyMean: number | null;
  readonly lagMax: number | null;
  readonly lagMean: number | null;
}

/** Reads through a connection or a transaction. */
export function createSampleReader({ connection }: RepositoryContext): SampleReader {
  return {
    async listHistory(clusterId, memberId, { fromMs, toMs, stepSeconds }) {
      const from = Prisma.sql`to_timestamp(${fromMs / 1_000}::float8)`;
      const ofMember = memberId === null ? Prisma.empty : Prisma.sql`AND member_id = ${memberId}::uuid`;
      const rows = await connection.$queryRaw<BucketRow[]>`
        SELECT member_id AS "memberId",
               date_bin(make_interval(secs => ${stepSeconds}::float8), at, ${from}) AS at, count(*)::int AS count,
               sum(looks)::int AS looks,
               coalesce(array_agg(DISTINCT role) FILTER (WHERE role IS NOT NULL), '{}') AS roles,
               coalesce(array_agg(DISTINCT state) FILTER (WHERE state IS NOT NULL), '{}') AS states,
               max(certify_queue_max)::float8 AS "certifyMax", avg(certify_queue)::float8 AS "certifyMean",
               max(apply_queue_max)::float8 AS "applyMax", avg(apply_queue)::float8 AS "applyMean",
               max(applied_lag_max_ms) AS "lagMax", avg(applied_lag_ms) AS "lagMean"
        FROM member_sample
        WHERE cluster_id = ${clusterId}::uuid ${ofMember}
          AND at >= ${from} AND at < to_timestamp(${toMs / 1_000}::float8)
        GROUP BY 1, 2 ORDER BY 1, 2`;
      const members = [...new Set(rows.map((row) => row.memberId))];
      return members.map((id) =>
        MemberSamples.parse({
          memberId: id,
          points: rows.filter((row) => row.memberId === id).map(toPoint),
        }),
      );
    },
  };
}

/** Writes within a transaction. */
export function createSampleRepository(context: RepositoryContext): SampleRepository {
  return {
    ...createSampleReader(context),
    async append(clusterId, at, samples) {
      if (samples.length === 0) return;
      const data = samples.map((sample) => ({ ...sample, clusterId, at }));
      await context.connection.memberSample.createMany({ data, skipDuplicates: true });
    },
  };
}

function toPoint(row: BucketRow): object {
  return {
    at: toInstant(row.at),
    count: row.count,
    looks: row.looks,
    roles: row.roles,
    states: row.states,
    certifyQueue: toFigure(row.certifyMax, row.certifyMean),
    applyQueue: toFigure(row.applyMax, row.applyMean),
    appliedLagMs: toFigure(row.lagMax, row.lagMean),
  };
}

function toFigure(max: number | null, mean: number | null): SampleFigure | null {
  return max === null || mean === null ? null : { max, mean };
}
