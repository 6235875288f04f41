import type { Message, Operation, OperationLogLine, OperationState, Problem } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toJson, toNullableJson } from "../connection/json";
import { createSecretReader } from "../secret/secret-repository";
import { releaseSubjects } from "./exclusion";
import { finishOperation } from "./finish-operation";
import {
  createOperationLeases,
  type OperationLease,
  type OperationLeases,
  writeUnderLease,
} from "./operation-lease";
import { operationInclude, toOperation } from "./operation-row";
import { createOperationSteps, type OperationSteps } from "./operation-steps";

/** How an operation ended. */
export interface OperationOutcome {
  readonly state: Extract<OperationState, "succeeded" | "failed" | "undone" | "cancelled">;
  /** JSON without secrets. */
  readonly result?: Readonly<Record<string, unknown>> | null | undefined;
  readonly problem?: Problem | null | undefined;
}

/**
 * How workers carry out operations. Every write names the lease, and throws `lease_lost` with nothing
 * written when another worker has taken over. Leases run on the database's clock.
 */
export interface OperationWork extends OperationLeases, OperationSteps {
  /**
   * From now on the operation takes back what it did; another worker that takes over goes on with that. `cause` is kept as
   * the operation's problem until its end: the steps tell from now on how taking back goes, not what had failed.
   */
  startUndo(lease: OperationLease, cause: Problem | null): Promise<void>;
  /** Adds a line to the log. */
  log(lease: OperationLease, level: OperationLogLine["level"], text: Message): Promise<void>;
  /** A credential that came with the request, in clear; null when there is none under `name`. */
  findSecret(operationId: string, name: string): Promise<string | null>;
  /** What is left of the operation only watches: others may change its cluster and host from here on. May run twice. */
  freeSubjects(lease: OperationLease): Promise<void>;
  /** Ends the operation: frees its cluster and host, deletes its credentials. */
  finish(lease: OperationLease, outcome: OperationOutcome): Promise<Operation>;
}

/** Writes within a transaction. */
export function createOperationWork(context: RepositoryContext): OperationWork {
  const { connection } = context;
  return {
    ...createOperationLeases(context),
    ...createOperationSteps(context),
    startUndo: (lease, cause) =>
      writeUnderLease(connection, lease, { state: "undoing", problem: toNullableJson(cause) }),
    async log(lease, level, text) {
      await writeUnderLease(connection, lease, { lastLogSeq: { increment: 1 } });
      const { operationId } = lease;
      const { lastLogSeq: seq } = await connection.operation.findUniqueOrThrow({
        where: { id: operationId },
      });
      await connection.operationLogLine.create({ data: { operationId, seq, level, message: toJson(text) } });
    },
    async findSecret(operationId, name) {
      const where = { operationId_name: { operationId, name } };
      const row = await connection.operationSecret.findUnique({ where });
      return row && createSecretReader(context).open(row.secretId);
    },
    async freeSubjects(lease) {
      await writeUnderLease(connection, lease);
      await releaseSubjects(connection, lease.operationId);
    },
    async finish(lease, { state, result, problem }) {
      await writeUnderLease(connection, lease, {
        state,
        finishedAt: new Date(),
        leaseOwner: null,
        leaseExpiresAt: null,
        result: toNullableJson(result),
        problem: toNullableJson(problem),
      });
      await finishOperation(context, lease.operationId);
      const where = { id: lease.operationId };
      return toOperation(await connection.operation.findUniqueOrThrow({ where, include: operationInclude }));
    },
  };
}
