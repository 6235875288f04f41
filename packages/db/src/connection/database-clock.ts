import type { Prisma } from "../generated/client";

/**
 * The database's time. Ages of rows are taken against it, never against this process's clock: the row
 * may have been written by a process on another host.
 */
export async function readDatabaseClock(connection: Prisma.TransactionClient): Promise<Date> {
  const rows = await connection.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return rows[0]?.now ?? new Date();
}
