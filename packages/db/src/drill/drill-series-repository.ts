import {
  type DrillSeries,
  type DrillSeriesRequest,
  type Message,
  message,
  type Page,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toJson, toNullableJson } from "../connection/json";
import { leaseLost } from "../errors/database-error";
import { type PageRequest, toPage } from "../page/page-request";
import { seriesInclude, toSeries } from "./drill-series-row";

/** A series that somebody orders. */
export interface DrillSeriesDraft extends DrillSeriesRequest {
  readonly clusterId: string;
  readonly requestedBy: string;
  /** When its first round begins; null: at once, the only one. */
  readonly nextAt: Date | null;
}

/** The right of one worker to look at a series. A later holder has a higher generation. */
export interface DrillSeriesLease {
  readonly seriesId: string;
  readonly generation: number;
}

/** A series that is due, with what only its worker needs of it. */
export interface ClaimedDrillSeries {
  readonly lease: DrillSeriesLease;
  readonly series: DrillSeries;
  /** The time of the schedule that began the round under way. */
  readonly roundAt: Date | null;
  /** Drills in a row that were broken off, or did not begin. */
  readonly brokenOff: number;
}

/** How a series stands after it was looked at. */
export interface DrillSeriesChange extends Pick<DrillSeries, "state" | "done" | "waitsFor" | "remark"> {
  readonly roundAt: Date | null;
  readonly nextAt: Date | null;
  readonly brokenOff: number;
  /** The operation of the drill that is ordered and not accounted for. */
  readonly drillId: string | null;
  /** When it is looked at next, by the worker's clock; null: it has ended. */
  readonly lookAt: Date | null;
}

/** Which series to claim, and for how long. */
export interface DrillSeriesClaim {
  readonly owner: string;
  /** Another worker takes over when it ends. */
  readonly leaseSeconds: number;
  readonly limit: number;
  /** What is due by then. */
  readonly now: Date;
}

/** Reads series of drills. */
export interface DrillSeriesReader {
  /** Newest first. */
  list(clusterId: string, page: PageRequest): Promise<Page<DrillSeries>>;
  find(id: string): Promise<DrillSeries | null>;
  /** The id of the series that ordered a drill and has not accounted for it, also one that was stopped meanwhile; null: none did. */
  findByDrill(drillId: string): Promise<string | null>;
}

/** Records series of drills. */
export interface DrillSeriesRepository extends DrillSeriesReader {
  create(draft: DrillSeriesDraft): Promise<DrillSeries>;
  /** Takes series that are due and that nobody looks at, the longest due first. No two workers have the same at a time. */
  claim(claim: DrillSeriesClaim): Promise<readonly ClaimedDrillSeries[]>;
  /**
   * Stores how a series stands, and gives it back. Throws `lease_lost`, with nothing of the transaction done, where another worker has taken
   * over or somebody has stopped it meanwhile.
   */
  advance(lease: DrillSeriesLease, change: DrillSeriesChange): Promise<void>;
  /** Ends a series: no further drill of it begins. One that has ended stays as it is. Null: there is none. */
  stop(id: string, by: string): Promise<DrillSeries | null>;
}

interface ClaimRow {
  readonly id: string;
  readonly generation: number;
}

/** Reads through a connection or a transaction. */
export function createDrillSeriesReader({ connection }: RepositoryContext): DrillSeriesReader {
  return {
    async list(clusterId, { after, limit }) {
      const rows = await connection.drillSeries.findMany({
        where: { clusterId, ...(after === null ? {} : { id: { lt: after.id } }) },
        orderBy: { id: "desc" },
        take: limit + 1,
        include: seriesInclude,
      });
      return toPage(rows, limit, toSeries, ({ id }) => ["", id]);
    },
    async find(id) {
      const row = await connection.drillSeries.findUnique({ where: { id }, include: seriesInclude });
      return row && toSeries(row);
    },
    async findByDrill(drillId) {
      const where = { operationId: drillId };
      return (await connection.drillSeries.findFirst({ where, select: { id: true } }))?.id ?? null;
    },
  };
}

/** Writes within a transaction. */
export function createDrillSeriesRepository(context: RepositoryContext): DrillSeriesRepository {
  const { connection } = context;

  async function readClaimed({ id, generation }: ClaimRow): Promise<ClaimedDrillSeries> {
    const row = await connection.drillSeries.findUniqueOrThrow({ where: { id }, include: seriesInclude });
    const { roundAt, brokenOff } = row;
    return { lease: { seriesId: id, generation }, series: toSeries(row), roundAt, brokenOff };
  }

  return {
    ...createDrillSeriesReader(context),
    async create({ faults, endpoints, readEndpoints, schedule, nextAt, ...data }) {
      const row = await connection.drillSeries.create({
        data: {
          ...data,
          faults: toJson(faults),
          endpoints: toJson(endpoints),
          readEndpoints: toJson(readEndpoints),
          schedule: toNullableJson(schedule),
          state: schedule === null ? "running" : "waiting",
          nextAt,
          lookAt: nextAt ?? new Date(0),
        },
        include: seriesInclude,
      });
      return toSeries(row);
    },
    async claim({ owner, leaseSeconds, limit, now }) {
      const rows = await connection.$queryRaw<ClaimRow[]>`
        UPDATE drill_series SET
          lease_owner = ${owner}, lease_generation = lease_generation + 1, updated_at = now(),
          lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}::float8)
        WHERE id IN (
          SELECT id FROM drill_series
          WHERE state IN ('running', 'waiting') AND look_at <= ${now}
            AND (lease_expires_at IS NULL OR lease_expires_at <= clock_timestamp())
          ORDER BY look_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id::text, lease_generation AS generation`;
      const claimed: ClaimedDrillSeries[] = [];
      for (const row of rows) claimed.push(await readClaimed(row));
      return claimed;
    },
    async advance({ seriesId, generation }, { drillId, lookAt, waitsFor, remark, ...data }) {
      const { count } = await connection.drillSeries.updateMany({
        where: { id: seriesId, leaseGeneration: generation, endedAt: null },
        data: {
          ...data,
          operationId: drillId,
          waitsFor: toNullableJson(waitsFor),
          remark: toNullableJson(remark),
          leaseOwner: null,
          leaseExpiresAt: null,
          ...(lookAt === null ? { endedAt: new Date() } : { lookAt }),
        },
      });
      if (count === 0) throw leaseLost("the series of drills", seriesId);
    },
    async stop(id, by) {
      const remark: Message = message("drill_series.stopped_by", { actor: by });
      await connection.drillSeries.updateMany({
        where: { id, endedAt: null },
        data: {
          ...{ state: "stopped", nextAt: null, roundAt: null, endedAt: new Date() },
          waitsFor: toNullableJson(null),
          remark: toJson(remark),
          // Whoever looks at it now orders nothing any more.
          leaseGeneration: { increment: 1 },
          leaseOwner: null,
          leaseExpiresAt: null,
        },
      });
      const row = await connection.drillSeries.findUnique({ where: { id }, include: seriesInclude });
      return row && toSeries(row);
    },
  };
}
