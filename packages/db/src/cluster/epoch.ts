import type { Prisma } from "../generated/client";
import { notify } from "../notification/notification";

/**
 * Raises a cluster's epoch in the transaction that changes its wanted configuration, and returns it.
 * Null when there is no such cluster.
 */
export async function raiseEpoch(
  connection: Prisma.TransactionClient,
  clusterId: string,
): Promise<number | null> {
  const rows = await connection.$queryRaw<{ epoch: bigint }[]>`
    UPDATE cluster SET epoch = epoch + 1, updated_at = now() WHERE id = ${clusterId}::uuid RETURNING epoch`;
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) return null;
  await notify(connection, { kind: "cluster", clusterId });
  return Number(epoch);
}

/** Raises the epochs of the clusters that have members on a host. */
export async function raiseEpochsOfHost(connection: Prisma.TransactionClient, hostId: string): Promise<void> {
  const members = await connection.member.findMany({
    where: { hostId },
    distinct: ["clusterId"],
    orderBy: { clusterId: "asc" },
    select: { clusterId: true },
  });
  for (const { clusterId } of members) await raiseEpoch(connection, clusterId);
}
