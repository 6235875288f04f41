import { lookingKinds, type OperationKind, type Refusal, refuse } from "@primacy/contract";
import type { Prisma } from "../generated/client";

/** Something that at most one unfinished operation may change at a time. */
export interface ExclusiveSubject {
  readonly kind: "cluster" | "host";
  readonly id: string;
}

/** An operation as far as exclusion is concerned. */
interface Claimant {
  readonly id: string;
  readonly kind: OperationKind;
  readonly clusterId: string | null;
  readonly hostId: string | null;
}

/** What an operation has for itself alone unless it says otherwise: its cluster and its host; nothing when it only looks. */
export function listOwnSubjects(operation: Omit<Claimant, "id">): readonly ExclusiveSubject[] {
  if (lookingKinds.includes(operation.kind)) return [];
  return [
    ...(operation.clusterId === null ? [] : [{ kind: "cluster", id: operation.clusterId } as const]),
    ...(operation.hostId === null ? [] : [{ kind: "host", id: operation.hostId } as const]),
  ];
}

/**
 * Takes all subjects for an operation, until they are released or the operation is deleted. Refused with
 * `cluster_busy` or `in_use`, naming the operation that has one of them; some may be taken then, so the
 * caller rolls back. Waits for transactions that are about to take or release the same subjects.
 */
export async function takeSubjects(
  connection: Prisma.TransactionClient,
  operationId: string,
  subjects: readonly ExclusiveSubject[],
): Promise<Refusal | null> {
  // Each operation takes them in the same order, so that no two operations wait for each other. A transaction that lets several begin
  // takes those of one after the other, and PostgreSQL ends it or the other where it waits for one that waits for it.
  const ordered = [...subjects].sort((a, b) => `${a.kind}${a.id}`.localeCompare(`${b.kind}${b.id}`));
  for (const subject of ordered) {
    const { count } = await connection.operationExclusion.createMany({
      data: [{ subjectKind: subject.kind, subjectId: subject.id, operationId }],
      skipDuplicates: true,
    });
    if (count === 0) return describeBlocker(connection, subject);
  }
  return null;
}

/** Frees everything that an operation has for itself alone. */
export async function releaseSubjects(
  connection: Prisma.TransactionClient,
  operationId: string,
): Promise<void> {
  await connection.operationExclusion.deleteMany({ where: { operationId } });
}

async function describeBlocker(
  connection: Prisma.TransactionClient,
  subject: ExclusiveSubject,
): Promise<Refusal> {
  const row = await connection.operationExclusion.findUnique({
    where: { subjectKind_subjectId: { subjectKind: subject.kind, subjectId: subject.id } },
    include: { operation: true },
  });
  const operation = row?.operation.kind ?? "?";
  const actor = row?.operation.requestedBy ?? "?";
  if (subject.kind === "cluster") return refuse("cluster_busy", [], { operation, actor });
  return refuse("in_use", [], { what: `${operation} (${actor})` });
}
