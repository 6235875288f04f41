import { Incident, IncidentDetail, type Page } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toJson, toNullableInstant, toNullableJson } from "../connection/json";
import { leaseLost } from "../errors/database-error";
import type { Prisma } from "../generated/client";
import { type PageRequest, toPage } from "../page/page-request";
import { requireWatchLease, type WatchLease } from "../watch/watch-repository";

/** Reads incidents. */
export interface IncidentReader {
  /** Newest first. */
  list(clusterId: string, page: PageRequest): Promise<Page<Incident>>;
  find(id: string): Promise<IncidentDetail | null>;
  /** The newest one that has not ended; null: none lasts. */
  findOpen(clusterId: string): Promise<IncidentDetail | null>;
}

/** Records incidents. */
export interface IncidentRepository extends IncidentReader {
  /**
   * Stores one of the lease's cluster as it is told now; one that has ended stays as it is. Nobody is notified: who looks at one asks
   * again. Throws `lease_lost` when another worker watches the cluster.
   */
  save(lease: WatchLease, incident: IncidentDetail): Promise<void>;
}

const bulk = { timeline: true } as const;

type Row = Prisma.IncidentGetPayload<{ omit: typeof bulk }>;
type WholeRow = Prisma.IncidentGetPayload<object>;

/** Reads through a connection or a transaction. */
export function createIncidentReader({ connection }: RepositoryContext): IncidentReader {
  return {
    async list(clusterId, { after, limit }) {
      const rows = await connection.incident.findMany({
        where: { clusterId, ...(after === null ? {} : { id: { lt: after.id } }) },
        omit: bulk,
        orderBy: { id: "desc" },
        take: limit + 1,
      });
      return toPage(rows, limit, toIncident, ({ id }) => ["", id]);
    },
    async find(id) {
      const row = await connection.incident.findUnique({ where: { id } });
      return row && toDetail(row);
    },
    async findOpen(clusterId) {
      const row = await connection.incident.findFirst({
        where: { clusterId, endedAt: null },
        orderBy: { id: "desc" },
      });
      return row && toDetail(row);
    },
  };
}

/** Writes within a transaction. */
export function createIncidentRepository(context: RepositoryContext): IncidentRepository {
  const { connection } = context;
  return {
    ...createIncidentReader(context),
    async save(lease, { id, clusterId, startedAt, endedAt, timeline, ...told }) {
      await requireWatchLease(connection, lease);
      if (clusterId !== lease.clusterId) throw leaseLost("cluster", clusterId);
      const known = await connection.incident.findUnique({ where: { id }, select: { endedAt: true } });
      if (known !== null && known.endedAt !== null) return;
      const times = { startedAt: new Date(startedAt), endedAt: endedAt === null ? null : new Date(endedAt) };
      const data = { ...times, told: toJson(told), timeline: toNullableJson(timeline) };
      await connection.incident.upsert({ where: { id }, create: { id, clusterId, ...data }, update: data });
    },
  };
}

function toIncident({ id, clusterId, startedAt, endedAt, told }: Row): Incident {
  return Incident.parse({
    ...(typeof told === "object" ? told : {}),
    id,
    clusterId,
    startedAt: toInstant(startedAt),
    endedAt: toNullableInstant(endedAt),
  });
}

function toDetail({ timeline, ...row }: WholeRow): IncidentDetail {
  return IncidentDetail.parse({ ...toIncident(row), timeline });
}
