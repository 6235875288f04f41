import type { RepositoryContext } from "../connection/context";

/** A worker that is running. */
export interface WorkerRecord {
  readonly owner: string;
  readonly version: string;
}

/** Reads which workers run. */
export interface WorkerReader {
  /** Workers that announced themselves within `maxAgeSeconds`, by the database's clock. */
  listAlive(maxAgeSeconds: number): Promise<readonly WorkerRecord[]>;
}

/** Lets workers say that they run. */
export interface WorkerRepository extends WorkerReader {
  /** Call it at the start and every few seconds. */
  announce(owner: string, version: string): Promise<void>;
  /** Call it at the stop. */
  withdraw(owner: string): Promise<void>;
}

/** Reads through a connection or a transaction. */
export function createWorkerReader({ connection }: RepositoryContext): WorkerReader {
  return {
    listAlive: (maxAgeSeconds) => connection.$queryRaw<WorkerRecord[]>`
      SELECT owner, version FROM worker
      WHERE last_seen_at > clock_timestamp() - make_interval(secs => ${maxAgeSeconds}::float8) ORDER BY owner`,
  };
}

/** Writes within a transaction. */
export function createWorkerRepository(context: RepositoryContext): WorkerRepository {
  const { connection } = context;
  return {
    ...createWorkerReader(context),
    async announce(owner, version) {
      await connection.$executeRaw`
        INSERT INTO worker (owner, version, last_seen_at) VALUES (${owner}, ${version}, clock_timestamp())
        ON CONFLICT (owner) DO UPDATE
        SET version = excluded.version, last_seen_at = excluded.last_seen_at, updated_at = now()`;
    },
    async withdraw(owner) {
      await connection.worker.deleteMany({ where: { owner } });
    },
  };
}
