import type { HostActionRecord } from "@primacy/contract/agent";
import { agentOf } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { actionIdOf } from "../../host-operator/action-id";
import { OperatorSession } from "../../host-operator/operator-session";
import type { OperationContext } from "../../operation/operation-context";

/** Longer than an operation on a VIP takes: an edit that nobody keeps is taken back by its host alone. */
export const undoAfterMs = 3_600_000;
const spareMs = 300_000;

/** What the host operator places as a file of its own, and takes away again by the same act. */
export type PlacingKind = "library" | "capabilities";

/** For whom option files are read or edited, or something is placed. */
export interface FilesScope {
  /** What the grant is for; absent: option files. */
  readonly kind?: "file" | PlacingKind;
  readonly clusterId: string;
  readonly hostId: string;
  readonly who: string;
  readonly operationId: string | null;
}

/** A grant for the files, or for what is placed, on one host. Throws `AgentFailure`, and `StepFailure` where its host operator is off or silent. */
export async function openFiles(
  worker: WorkerContext,
  { clusterId, hostId, who, operationId, kind = "file" }: FilesScope,
  signal: AbortSignal,
): Promise<OperatorSession> {
  const { epoch } = await worker.db.clusters.get(clusterId);
  const target = agentOf(await worker.db.hosts.get(hostId), null);
  const scope = {
    clusterId,
    epoch,
    grantedTo: { who, operationId },
    kinds: [kind],
    forMs: undoAfterMs + spareMs,
  } as const;
  return OperatorSession.open(worker, target, scope, signal);
}

/** The same for the operation that acts. */
export function openFilesFor(
  { worker, operation }: Pick<OperationContext, "worker" | "operation">,
  { clusterId, hostId }: Pick<FilesScope, "clusterId" | "hostId">,
  signal: AbortSignal,
  kind: "file" | PlacingKind = "file",
): Promise<OperatorSession> {
  const { requestedBy: who, id: operationId } = operation;
  return openFiles(worker, { clusterId, hostId, who, operationId, kind }, signal);
}

/** The id of the one edit that an operation makes on a host, always the same. */
export function editIdOf({ operation }: Pick<OperationContext, "operation">, hostId: string): string {
  return actionIdOf(operation.id, `${hostId} option file`);
}

/** The id of the one library that an operation places on a host, always the same. */
export function libraryIdOf({ operation }: Pick<OperationContext, "operation">, hostId: string): string {
  return actionIdOf(operation.id, `${hostId} plugin library`);
}

/** The id of the one drop-in that an operation writes on a host, always the same. */
export function dropInIdOf({ operation }: Pick<OperationContext, "operation">, hostId: string): string {
  return actionIdOf(operation.id, `${hostId} plugin capabilities`);
}

/** True of an act of which nothing is there any more. */
export function isBack({ state }: HostActionRecord): boolean {
  return state === "undone" || state === "failed";
}
