import {
  CustomEndpoint,
  type CustomEndpointCreate,
  EndpointLook,
  maxCustomEndpoints,
  problemDetail,
  type Refusal,
  refuse,
  withPort,
} from "@primacy/contract";
import type { StoredLooks } from "@primacy/core/endpoint";
import type { RepositoryContext } from "../connection/context";
import { readDatabaseClock } from "../connection/database-clock";
import { toInstant } from "../connection/json";
import { lockUntilCommit } from "../connection/lock";
import type { CustomEndpoint as EndpointRow } from "../generated/client";
import { notify } from "../notification/notification";
import { requireWatchLease, type WatchLease } from "../watch/watch-repository";

/** Reads the addresses that somebody stored, and what was seen through every endpoint. */
export interface EndpointReader {
  /** In the order of creation. */
  listCustom(clusterId: string): Promise<readonly CustomEndpoint[]>;
  /** The last looks, and how old they are by the database's clock; null: there were none yet that this release can read. */
  findLooks(clusterId: string): Promise<StoredLooks | null>;
}

/** Stores both. */
export interface EndpointRepository extends EndpointReader {
  /** Stores an address. Refused with `already_exists` where the cluster has it, with `validation_failed` where it has too many. */
  create(clusterId: string, draft: CustomEndpointCreate): Promise<CustomEndpoint | Refusal>;
  /** Forgets one and gives it back; null: the cluster has no such one. */
  remove(clusterId: string, id: string): Promise<CustomEndpoint | null>;
  /** Stores looks in place of those before, as of now. Throws `lease_lost` where another worker watches the cluster. */
  recordLooks(lease: WatchLease, looks: readonly EndpointLook[]): Promise<void>;
}

/** Reads through a connection or a transaction. */
export function createEndpointReader({ connection }: RepositoryContext): EndpointReader {
  return {
    async listCustom(clusterId) {
      const rows = await connection.customEndpoint.findMany({ where: { clusterId }, orderBy: { id: "asc" } });
      return rows.map(toCustom);
    },
    async findLooks(clusterId) {
      const row = await connection.endpointLooks.findUnique({ where: { clusterId } });
      const looks = EndpointLook.array().safeParse(row?.looks);
      if (row === null || !looks.success) return null;
      const now = await readDatabaseClock(connection);
      return { looks: looks.data, elapsedMs: Math.max(0, now.getTime() - row.lookedAt.getTime()) };
    },
  };
}

/** Writes within a transaction. */
export function createEndpointRepository(context: RepositoryContext): EndpointRepository {
  const { connection } = context;
  return {
    ...createEndpointReader(context),
    async create(clusterId, draft) {
      await lockUntilCommit(connection, "endpoints");
      const { address, port } = draft;
      const known = await connection.customEndpoint.findUnique({
        where: { clusterId_address_port: { clusterId, address, port } },
      });
      if (known !== null) {
        const what = withPort(address, port);
        return refuse("already_exists", [problemDetail("/address", "already_exists", { what })], { what });
      }
      if ((await connection.customEndpoint.count({ where: { clusterId } })) >= maxCustomEndpoints) {
        const detail = problemDetail("/address", "endpoints_max", { max: maxCustomEndpoints });
        return refuse("validation_failed", [detail]);
      }
      const row = await connection.customEndpoint.create({ data: { ...draft, clusterId } });
      await notify(connection, { kind: "cluster", clusterId });
      return toCustom(row);
    },
    async remove(clusterId, id) {
      const row = await connection.customEndpoint.findFirst({ where: { id, clusterId } });
      if (row === null) return null;
      await connection.customEndpoint.delete({ where: { id } });
      await notify(connection, { kind: "cluster", clusterId });
      return toCustom(row);
    },
    async recordLooks(lease, looks) {
      await requireWatchLease(connection, lease);
      await connection.$executeRaw`
        INSERT INTO endpoint_looks (cluster_id, looks, looked_at)
        VALUES (${lease.clusterId}::uuid, ${JSON.stringify(looks)}::jsonb, clock_timestamp())
        ON CONFLICT (cluster_id) DO UPDATE
        SET looks = excluded.looks, looked_at = excluded.looked_at, updated_at = now()`;
    },
  };
}

function toCustom({ createdAt, ...row }: EndpointRow): CustomEndpoint {
  return CustomEndpoint.parse({ ...row, createdAt: toInstant(createdAt) });
}
