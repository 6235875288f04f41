import type { Prisma } from "../generated/client";

/**
 * Waits for the lock of a name and holds it until the transaction ends. Serialises what no row can
 * guard, such as making the first row of a kind.
 */
export async function lockUntilCommit(connection: Prisma.TransactionClient, name: string): Promise<void> {
  await connection.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`primacy:${name}`}, 0))`;
}
