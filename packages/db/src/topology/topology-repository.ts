import { Topology } from "@primacy/contract";
import { z } from "zod";
import type { RepositoryContext } from "../connection/context";
import { readDatabaseClock } from "../connection/database-clock";
import { toInstant } from "../connection/json";
import { leaseLost } from "../errors/database-error";
import { CHANNEL_PREFIX } from "../notification/notification";
import type { WatchLease } from "../watch/watch-repository";

/** The last picture of a cluster. Whether it is stale is for the reader to decide. */
export interface TopologyRecord {
  readonly topology: Topology;
  /** Rises with each picture, also across workers. */
  readonly revision: number;
  readonly observedAt: string;
  /** How old it is by the database's clock. */
  readonly ageMs: number;
}

/** Reads pictures. */
export interface TopologyReader {
  /** Null when the cluster has never been observed, or was by a release whose pictures this one cannot read. */
  find(clusterId: string): Promise<TopologyRecord | null>;
  /** What the watch kept for itself with the last picture, as JSON; null where it kept nothing. */
  findMemory(clusterId: string): Promise<unknown>;
}

/** Stores pictures. */
export interface TopologyRepository extends TopologyReader {
  /**
   * Stores a picture in place of the one before, observed now, and returns its revision, which it also
   * puts into the picture. `memory` is kept with it for whoever watches next, and is no part of the picture. Throws
   * `lease_lost` when another worker watches the cluster.
   */
  record(lease: WatchLease, topology: Topology, memory?: object): Promise<number>;
}

/** The watch's own part of what is stored. */
const Stored = z.object({ memory: z.unknown() });

/** Reads through a connection or a transaction. */
export function createTopologyReader({ connection }: RepositoryContext): TopologyReader {
  return {
    async find(clusterId) {
      const row = await connection.clusterObservation.findUnique({ where: { clusterId } });
      const topology = Topology.safeParse(row?.snapshot);
      if (!row || !topology.success) return null;
      const now = await readDatabaseClock(connection);
      const revision = Number(row.revision);
      const observedAt = toInstant(row.observedAt);
      return {
        topology: { ...topology.data, revision, observedAt },
        revision,
        observedAt,
        ageMs: Math.max(0, now.getTime() - row.observedAt.getTime()),
      };
    },

    async findMemory(clusterId) {
      const row = await connection.clusterObservation.findUnique({ where: { clusterId } });
      const stored = Stored.safeParse(row?.snapshot);
      return stored.success ? (stored.data.memory ?? null) : null;
    },
  };
}

/** Writes within a transaction. */
export function createTopologyRepository(context: RepositoryContext): TopologyRepository {
  const { connection } = context;
  return {
    ...createTopologyReader(context),
    async record(lease, topology, memory) {
      const { clusterId, generation } = lease;
      // One statement, for this is written several times a second: the lease is held until the commit, and others hear of it then.
      const rows = await connection.$queryRaw<{ revision: bigint }[]>`
        WITH held AS MATERIALIZED (
          SELECT cluster_id FROM watch_lease
          WHERE cluster_id = ${clusterId}::uuid AND generation = ${generation} FOR SHARE
        ), stored AS (
          INSERT INTO cluster_observation (cluster_id, snapshot, revision, observed_at)
          SELECT cluster_id, ${JSON.stringify({ ...topology, memory })}::jsonb, 1, clock_timestamp() FROM held
          ON CONFLICT (cluster_id) DO UPDATE
          SET snapshot = excluded.snapshot, revision = cluster_observation.revision + 1,
              observed_at = excluded.observed_at, updated_at = now()
          RETURNING revision
        )
        SELECT revision, pg_notify(
          ${CHANNEL_PREFIX} || md5(current_schema()),
          json_build_object('kind', 'topology', 'clusterId', ${clusterId}::text, 'revision', revision)::text
        )::text AS told FROM stored`;
      const [stored] = rows;
      if (stored === undefined) throw leaseLost("the watch of cluster", clusterId);
      return Number(stored.revision);
    },
  };
}
