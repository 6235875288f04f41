import { availabilityDays, type Message, Prober, ProberLane, type ProberOutage } from "@primacy/contract";
import { judgeAvailability, type ProberMinute, type TriedIn } from "@primacy/core/prober";
import { compareNames } from "@primacy/core/topology";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toNullableInstant, toNullableJson } from "../connection/json";
import { newId } from "../connection/new-id";
import type { Prisma } from "../generated/client";
import { notify } from "../notification/notification";
import { requireWatchLease, type WatchLease } from "../watch/watch-repository";

/** An endpoint whose prober is switched. */
export type ProberDraft = Pick<Prober, "clusterId" | "address" | "port" | "name" | "way" | "lane" | "isOn">;

/** What a prober met since it was stored last. */
export interface ProberCatch {
  readonly proberId: string;
  /** What it did. */
  readonly lane: ProberLane;
  /** Whole minutes, or one that lasts, as they are counted now: they replace what is stored of them, and never lower it. */
  readonly minutes: readonly ProberMinute[];
  readonly outages: readonly Omit<ProberOutage, "proberId">[];
  readonly obstacle: Message | null;
}

/** Reads probers. */
export interface ProberReader {
  /** By name, with availability up to now and the newest outages, both of what it does: what it met with another lane is kept, and not told. */
  list(clusterId: string): Promise<readonly Prober[]>;
  /** Those that are on, without what they met. */
  listOn(
    clusterId: string,
  ): Promise<readonly Pick<Prober, "id" | "address" | "port" | "name" | "way" | "lane">[]>;
  /** The ids of those that are off. */
  listOff(clusterId: string): Promise<readonly string[]>;
}

/** Records probers. */
export interface ProberRepository extends ProberReader {
  /** Switches the prober of an endpoint, makes it where there is none, and returns its id. The cluster's watcher is notified. */
  switch(draft: ProberDraft): Promise<string>;
  /** Notes what a prober does from now on, which says nothing of what it did before. Throws `lease_lost`. */
  changeLane(lease: WatchLease, proberId: string, lane: ProberLane): Promise<void>;
  /** Stores what probers met. May come twice. Throws `lease_lost` when another worker watches the cluster. */
  record(lease: WatchLease, caught: readonly ProberCatch[]): Promise<void>;
  /** Ends, at their newest attempt, outages that another watcher left open. Throws `lease_lost`. */
  closeOutages(lease: WatchLease): Promise<void>;
}

const shownOutages = 20;

type Row = Prisma.ProberGetPayload<{ include: { outages: true } }>;
interface SumRow {
  readonly proberId: string;
  readonly days: number;
  readonly attempts: number;
  readonly acked: number;
}

/** Reads through a connection or a transaction. */
export function createProberReader({ connection }: RepositoryContext): ProberReader {
  return {
    async list(clusterId) {
      const rows: Row[] = [];
      for (const lane of ProberLane.options)
        rows.push(
          ...(await connection.prober.findMany({
            where: { clusterId, lane },
            include: { outages: { where: { lane }, orderBy: { startedAt: "desc" }, take: shownOutages } },
          })),
        );
      const sums = await connection.$queryRaw<SumRow[]>`
        SELECT prober.id AS "proberId", span.days::int AS days,
          coalesce(sum(minute.attempts), 0)::int AS attempts, coalesce(sum(minute.acked), 0)::int AS acked
        FROM prober CROSS JOIN unnest(${[...availabilityDays]}::int[]) AS span(days)
        LEFT JOIN prober_minute AS minute ON minute.prober_id = prober.id AND minute.lane = prober.lane
          AND minute.minute >= now() - make_interval(days => span.days)
        WHERE prober.cluster_id = ${clusterId}::uuid
        GROUP BY prober.id, span.days ORDER BY span.days`;
      return rows
        .toSorted((a, b) => compareNames(a.name, b.name) || compareNames(a.id, b.id))
        .map((row) =>
          toProber(
            row,
            sums.filter(({ proberId }) => proberId === row.id),
          ),
        );
    },
    async listOn(clusterId) {
      const rows = await connection.prober.findMany({
        where: { clusterId, isOn: true },
        orderBy: { id: "asc" },
      });
      return rows.map((row) => toProber({ ...row, outages: [] }, []));
    },
    async listOff(clusterId) {
      const where = { clusterId, isOn: false };
      const rows = await connection.prober.findMany({ where, orderBy: { id: "asc" }, select: { id: true } });
      return rows.map(({ id }) => id);
    },
  };
}

/** Writes within a transaction. */
export function createProberRepository(context: RepositoryContext): ProberRepository {
  const { connection } = context;
  return {
    ...createProberReader(context),
    async switch({ clusterId, address, port, ...data }) {
      const { id } = await connection.prober.upsert({
        where: { clusterId_address_port: { clusterId, address, port } },
        create: { id: newId(), clusterId, address, port, ...data },
        update: data,
      });
      await notify(connection, { kind: "cluster", clusterId });
      return id;
    },
    async changeLane(lease, proberId, lane) {
      await requireWatchLease(connection, lease);
      const where = { id: proberId, clusterId: lease.clusterId };
      await connection.prober.updateMany({ where, data: { lane } });
    },
    async record(lease, caught) {
      await requireWatchLease(connection, lease);
      for (const { proberId, lane, minutes, outages, obstacle } of caught) {
        const found = await connection.prober.updateMany({
          where: { id: proberId, clusterId: lease.clusterId },
          data: { obstacle: toNullableJson(obstacle) },
        });
        if (found.count === 0) continue;
        for (const { minuteMs, attempts, acked, slowestMs } of minutes)
          await connection.$executeRaw`
            INSERT INTO prober_minute (prober_id, minute, lane, attempts, acked, slowest_ms)
            VALUES (${proberId}::uuid, ${new Date(minuteMs)}, ${lane}, ${attempts}, ${acked}, ${slowestMs})
            ON CONFLICT (prober_id, minute) DO UPDATE
            SET attempts = greatest(prober_minute.attempts, excluded.attempts),
                acked = greatest(prober_minute.acked, excluded.acked),
                slowest_ms = greatest(prober_minute.slowest_ms, excluded.slowest_ms)
            WHERE prober_minute.lane = excluded.lane`;
        for (const { id, startedAt, endedAt, gapMs, errorMs, failed } of outages) {
          const times = {
            startedAt: new Date(startedAt),
            endedAt: endedAt === null ? null : new Date(endedAt),
          };
          const data = { ...times, gapMs, errorMs, failed, lane };
          await connection.proberOutage.upsert({
            where: { id },
            create: { id, proberId, ...data },
            update: data,
          });
        }
      }
    },
    async closeOutages(lease) {
      await requireWatchLease(connection, lease);
      await connection.$executeRaw`
        UPDATE prober_outage SET ended_at = started_at + make_interval(secs => gap_ms / 1000.0), updated_at = now()
        WHERE ended_at IS NULL
          AND prober_id IN (SELECT id FROM prober WHERE cluster_id = ${lease.clusterId}::uuid)`;
    },
  };
}

function toProber({ outages, ...row }: Row, sums: readonly TriedIn[]): Prober {
  return Prober.parse({
    ...row,
    availability: sums.map(({ days, attempts, acked }) => judgeAvailability({ days, attempts, acked })),
    outages: outages.map((one) => ({
      ...one,
      startedAt: toInstant(one.startedAt),
      endedAt: toNullableInstant(one.endedAt),
    })),
  });
}
