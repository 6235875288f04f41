import { type Operation, OperationKind } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { leaseLost } from "../errors/database-error";
import type { Prisma } from "../generated/client";
import { notify } from "../notification/notification";
import { operationInclude, toOperation } from "./operation-row";
import { admitWaiting } from "./queue";

/** The right of one worker to carry out an operation. A later holder has a higher generation. */
export interface OperationLease {
  readonly operationId: string;
  readonly owner: string;
  readonly generation: number;
}

/** An operation that this worker carries out now; a generation above 1 means that it was begun before. */
export interface ClaimedOperation {
  readonly lease: OperationLease;
  readonly operation: Operation;
  readonly input: unknown;
}

/** Which operations to claim, and for how long. */
export interface ClaimRequest {
  readonly owner: string;
  /** Renew well before: another worker takes over when it ends. */
  readonly leaseSeconds: number;
  readonly limit: number;
  /** Only these kinds (default: all): what a newer release has added waits for a worker that knows it. */
  readonly kinds?: readonly OperationKind[];
}

/** How a worker gets, keeps and gives back the right to carry out an operation. */
export interface OperationLeases {
  /** Lets those begin that waited and whose turn it is; takes unfinished operations that nobody has, or whose worker's lease has ended, oldest first. */
  claim(request: ClaimRequest): Promise<readonly ClaimedOperation[]>;
  /** Prolongs the lease, and tells whether the operation shall stop. */
  renew(lease: OperationLease, leaseSeconds: number): Promise<{ readonly isCancelRequested: boolean }>;
  /** Gives an unfinished operation back, so that another worker can take it at once. Harmless when lost. */
  release(lease: OperationLease): Promise<void>;
  /** The workers that hold unfinished operations under leases that have not ended. */
  listOwners(): Promise<readonly string[]>;
  /** Gives back everything that a worker holds which is known to be dead. Returns how many operations. */
  releaseOwner(owner: string): Promise<number>;
}

interface ClaimRow {
  readonly id: string;
  readonly generation: number;
}

/** Writes within a transaction. */
export function createOperationLeases({ connection }: RepositoryContext): OperationLeases {
  async function readClaimed({ id, generation }: ClaimRow, owner: string): Promise<ClaimedOperation> {
    const row = await connection.operation.findUniqueOrThrow({ where: { id }, include: operationInclude });
    const { clusterId, hostId } = row;
    await notify(connection, { kind: "operation", operationId: id, clusterId, hostId });
    return { lease: { operationId: id, owner, generation }, operation: toOperation(row), input: row.input };
  }
  return {
    async claim({ owner, leaseSeconds, limit, kinds = OperationKind.options }) {
      await admitWaiting(connection);
      const rows = await connection.$queryRaw<ClaimRow[]>`
        UPDATE operation SET
          state = CASE state WHEN 'queued' THEN 'running' ELSE state END,
          lease_owner = ${owner}, lease_generation = lease_generation + 1, heartbeat_at = clock_timestamp(),
          lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}::float8),
          started_at = coalesce(started_at, clock_timestamp()), revision = revision + 1, updated_at = now()
        WHERE id IN (
          SELECT id FROM operation
          WHERE state IN ('queued', 'running', 'undoing') AND kind = ANY(${[...kinds]}) AND NOT is_waiting
            AND (lease_expires_at IS NULL OR lease_expires_at <= clock_timestamp())
          ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, lease_generation AS generation`;
      const claimed: ClaimedOperation[] = [];
      for (const row of [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))) {
        claimed.push(await readClaimed(row, owner));
      }
      return claimed;
    },
    async renew({ operationId, generation }, leaseSeconds) {
      const rows = await connection.$queryRaw<{ isCancelRequested: boolean }[]>`
        UPDATE operation SET heartbeat_at = clock_timestamp(), updated_at = now(),
          lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}::float8)
        WHERE id = ${operationId}::uuid AND lease_generation = ${generation} AND finished_at IS NULL
          AND lease_expires_at IS NOT NULL
        RETURNING is_cancel_requested AS "isCancelRequested"`;
      const row = rows[0];
      if (!row) throw leaseLost("operation", operationId);
      return row;
    },
    async release({ operationId, generation }) {
      const rows = await connection.operation.updateManyAndReturn({
        where: { id: operationId, leaseGeneration: generation, finishedAt: null },
        data: { leaseExpiresAt: null, leaseOwner: null },
        select: { clusterId: true, hostId: true },
      });
      for (const row of rows) await notify(connection, { kind: "operation", operationId, ...row });
    },
    async listOwners() {
      const rows = await connection.$queryRaw<{ owner: string }[]>`
        SELECT DISTINCT lease_owner AS owner FROM operation
        WHERE state IN ('queued', 'running', 'undoing') AND lease_owner IS NOT NULL
          AND lease_expires_at > clock_timestamp()`;
      return rows.map((row) => row.owner);
    },
    async releaseOwner(owner) {
      const { count } = await connection.operation.updateMany({
        where: { leaseOwner: owner, finishedAt: null },
        data: { leaseExpiresAt: null, leaseOwner: null },
      });
      return count;
    },
  };
}

/**
 * The fence of every write under a lease: changes the operation's row for its present holder only, and
 * keeps it locked until the commit. Throws `lease_lost` for anyone else.
 */
export async function writeUnderLease(
  connection: Prisma.TransactionClient,
  lease: OperationLease,
  data: Prisma.OperationUpdateManyMutationInput = {},
): Promise<void> {
  const { operationId, generation } = lease;
  const rows = await connection.operation.updateManyAndReturn({
    where: { id: operationId, leaseGeneration: generation, finishedAt: null },
    data: { ...data, revision: { increment: 1 } },
    select: { clusterId: true, hostId: true },
  });
  const row = rows[0];
  if (!row) throw leaseLost("operation", operationId);
  await notify(connection, { kind: "operation", operationId, ...row });
}
