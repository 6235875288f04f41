import type { RepositoryContext } from "../connection/context";
import { leaseLost } from "../errors/database-error";
import type { Prisma } from "../generated/client";

/** The right of one worker to watch a cluster. A later holder has a higher generation. */
export interface WatchLease {
  readonly clusterId: string;
  readonly owner: string;
  readonly generation: number;
}

/** Hands out the right to watch clusters, one worker per cluster at a time. */
export interface WatchRepository {
  /** Takes up to `limit` clusters that nobody watches, or whose watcher's lease has ended. */
  claim(owner: string, leaseSeconds: number, limit: number): Promise<readonly WatchLease[]>;
  /** Prolongs a lease. Throws `lease_lost` when it ended and passed to another, or was given back. */
  renew(lease: WatchLease, leaseSeconds: number): Promise<void>;
  /** Gives a lease back, so that another worker can take it at once. Harmless when it is lost already. */
  release(lease: WatchLease): Promise<void>;
}

/** Writes within a transaction. All times are the database's. */
export function createWatchRepository({ connection }: RepositoryContext): WatchRepository {
  return {
    async claim(owner, leaseSeconds, limit) {
      await connection.$executeRaw`
        INSERT INTO watch_lease (cluster_id, owner, generation, expires_at)
        SELECT id, '', 0, '-infinity' FROM cluster ON CONFLICT DO NOTHING`;
      return connection.$queryRaw<WatchLease[]>`
        UPDATE watch_lease SET owner = ${owner}, generation = generation + 1, updated_at = now(),
               expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}::float8)
        WHERE cluster_id IN (
          SELECT cluster_id FROM watch_lease WHERE expires_at <= clock_timestamp()
          ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING cluster_id AS "clusterId", owner, generation`;
    },
    async renew(lease, leaseSeconds) {
      const count = await connection.$executeRaw`
        UPDATE watch_lease SET updated_at = now(),
               expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}::float8)
        WHERE cluster_id = ${lease.clusterId}::uuid AND generation = ${lease.generation}
          AND expires_at > '-infinity'`;
      if (count === 0) throw leaseLost("the watch of cluster", lease.clusterId);
    },
    async release(lease) {
      await connection.$executeRaw`
        UPDATE watch_lease SET expires_at = '-infinity', updated_at = now()
        WHERE cluster_id = ${lease.clusterId}::uuid AND generation = ${lease.generation}`;
    },
  };
}

/** Throws `lease_lost` when another has taken the lease over; none can until the transaction ends. */
export async function requireWatchLease(
  connection: Prisma.TransactionClient,
  lease: WatchLease,
): Promise<void> {
  const rows = await connection.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM watch_lease
    WHERE cluster_id = ${lease.clusterId}::uuid AND generation = ${lease.generation} FOR SHARE`;
  if (rows.length === 0) throw leaseLost("the watch of cluster", lease.clusterId);
}
