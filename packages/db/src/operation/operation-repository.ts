import {
  isFinished,
  type Message,
  type Operation,
  type OperationKind,
  type Refusal,
  refuse,
} from "@primacy/contract";
import type { Actor } from "../audit/actor";
import type { RepositoryContext } from "../connection/context";
import { toJson } from "../connection/json";
import { notify } from "../notification/notification";
import { createSecretRepository } from "../secret/secret-repository";
import { type ExclusiveSubject, listOwnSubjects } from "./exclusion";
import { finishOperation } from "./finish-operation";
import { createOperationReader, type OperationReader } from "./operation-reader";
import { takeOrWait } from "./queue";

/** A long-running action that is asked for. */
export interface OperationRequest {
  readonly kind: OperationKind;
  readonly title: Message;
  readonly clusterId?: string | null;
  readonly hostId?: string | null;
  /** What the worker needs to know; JSON without secrets. */
  readonly input: object;
  /** Credentials by name, encrypted at rest and deleted when the operation finishes. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** What nothing else may change meanwhile. Default: its cluster and its host, unless the kind only looks. A kind that queues takes the default. */
  readonly exclusive?: readonly ExclusiveSubject[];
}

/** Asks for operations. */
export interface OperationRepository extends OperationReader {
  /**
   * Queues an operation; workers hear of it when the transaction commits. Refused with `cluster_busy` or
   * `in_use`, naming the operation that has the cluster or host for itself; one of a kind that queues waits where all
   * that stand against it do so too.
   */
  enqueue(request: OperationRequest): Promise<Operation | Refusal>;
  /**
   * Asks an operation to stop: at once when no worker has begun it, else its worker stops and undoes.
   * Asking twice is harmless. Refused with `not_found` or `operation_finished`.
   */
  requestCancel(id: string): Promise<Operation | Refusal>;
}

/** Writes within a transaction, for `actor`. */
export function createOperationRepository(context: RepositoryContext, actor: Actor): OperationRepository {
  const { connection } = context;
  const reader = createOperationReader(context);
  const secrets = createSecretRepository(context);

  async function insert(
    request: OperationRequest,
  ): Promise<{ id: string; clusterId: string | null; hostId: string | null }> {
    const { clusterId = null, hostId = null } = request;
    const cluster =
      clusterId === null ? null : await connection.cluster.findUnique({ where: { id: clusterId } });
    const host = hostId === null ? null : await connection.host.findUnique({ where: { id: hostId } });
    const row = await connection.operation.create({
      data: {
        kind: request.kind,
        state: "queued",
        clusterId,
        clusterName: cluster?.name ?? null,
        hostId,
        hostName: host?.name ?? null,
        title: toJson(request.title),
        input: toJson(request.input),
        requestedBy: actor.name,
        requestedById: actor.id,
      },
    });
    for (const [name, text] of Object.entries(request.secrets ?? {})) {
      const secretId = await secrets.create("operation_secret", text);
      await connection.operationSecret.create({ data: { operationId: row.id, name, secretId } });
    }
    return { id: row.id, clusterId, hostId };
  }

  return {
    ...reader,
    async enqueue(request) {
      const { id, clusterId, hostId } = await insert(request);
      const subjects = request.exclusive ?? listOwnSubjects({ kind: request.kind, clusterId, hostId });
      const refusal = await takeOrWait(connection, { id, kind: request.kind, clusterId, hostId }, subjects);
      if (refusal) {
        await finishOperation(context, id);
        await connection.operation.delete({ where: { id } });
        return refusal;
      }
      await notify(connection, { kind: "operation", operationId: id, clusterId, hostId });
      return reader.get(id);
    },
    async requestCancel(id) {
      // The lock decides between this and a worker that is about to claim or finish it.
      await connection.$executeRaw`SELECT 1 FROM operation WHERE id = ${id}::uuid FOR UPDATE`;
      const operation = await reader.find(id);
      if (!operation) return refuse("not_found", [], { what: "operation" });
      if (isFinished(operation.state)) return refuse("operation_finished");
      const isUntouched = operation.state === "queued";
      if (isUntouched) await finishOperation(context, id);
      await connection.operation.update({
        where: { id },
        data: {
          isCancelRequested: true,
          revision: { increment: 1 },
          ...(isUntouched ? { state: "cancelled", finishedAt: new Date() } : {}),
        },
      });
      const { clusterId, hostId } = operation;
      await notify(connection, { kind: "operation", operationId: id, clusterId, hostId });
      return reader.get(id);
    },
  };
}
