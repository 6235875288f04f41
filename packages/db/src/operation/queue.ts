import { OperationKind, queuingKinds, type Refusal, refuse } from "@primacy/contract";
import { z } from "zod";
import type { Prisma } from "../generated/client";
import { notify } from "../notification/notification";
import { type ExclusiveSubject, listOwnSubjects, releaseSubjects, takeSubjects } from "./exclusion";

/**
 * Operations of a queuing kind wait for one another: one whose cluster or host another of such a kind has for itself is stored, has nothing for
 * itself, and is claimed by nobody. They begin in the order in which they were asked for, and nobody overtakes one that wants the same. An operation of any
 * other kind waits for nobody and is kept back by nothing that only waits.
 */

/** As many as these wait for a cluster at most; one more is refused as operations of other kinds are. */
export const mostWaiting = 20;

const Waiting = z.object({
  id: z.string(),
  kind: OperationKind,
  clusterId: z.string().nullable(),
  hostId: z.string().nullable(),
  requestedBy: z.string(),
});

/**
 * Takes the subjects of an operation, or lets it wait where only operations of queuing kinds stand against it. Refused as `takeSubjects`
 * refuses, also where as many wait for the cluster as may.
 */
export async function takeOrWait(
  connection: Prisma.TransactionClient,
  operation: Omit<z.infer<typeof Waiting>, "requestedBy">,
  subjects: readonly ExclusiveSubject[],
): Promise<Refusal | null> {
  const { id, kind, clusterId } = operation;
  const refusal = await takeSubjects(connection, id, subjects);
  if (!queuingKinds.includes(kind)) return refusal;
  const earlier = await listWaiting(connection);
  const isBehind = earlier.some((one) => one.id !== id && shares(listOwnSubjects(one), subjects));
  if (refusal === null && !isBehind) return null;
  if (refusal !== null && !(await isHeldByQueuing(connection, id, subjects))) return refusal;
  await releaseSubjects(connection, id);
  const ahead = earlier.filter((one) => one.clusterId === clusterId);
  const [first] = ahead;
  if (first !== undefined && ahead.length >= mostWaiting)
    return refusal ?? refuse("cluster_busy", [], { operation: first.kind, actor: first.requestedBy });
  await connection.operation.update({ where: { id }, data: { isWaiting: true } });
  return null;
}

/** Lets those begin whose turn it is: each for which all that it wants is free, and which no earlier one waits for as well. */
export async function admitWaiting(connection: Prisma.TransactionClient): Promise<void> {
  const waiting = await listWaiting(connection, true);
  const wanted: ExclusiveSubject[] = [];
  for (const one of waiting) {
    const { id, clusterId, hostId } = one;
    const subjects = listOwnSubjects(one);
    const isBehind = shares(wanted, subjects);
    if (!isBehind && (await takeSubjects(connection, id, subjects)) === null) {
      const data = { isWaiting: false, revision: { increment: 1 } };
      await connection.operation.update({ where: { id }, data });
      await notify(connection, { kind: "operation", operationId: id, clusterId, hostId });
      continue;
    }
    await releaseSubjects(connection, id);
    wanted.push(...subjects);
  }
}

/**
 * In the order in which they were asked for, of the kinds that this release lets wait: it could begin no other. `forUpdate`: nobody else lets one begin or cancels one until the
 * commit.
 */
async function listWaiting(
  connection: Prisma.TransactionClient,
  forUpdate = false,
): Promise<readonly z.infer<typeof Waiting>[]> {
  const rows = forUpdate
    ? await connection.$queryRaw<unknown[]>`
        SELECT id::text, kind, cluster_id::text AS "clusterId", host_id::text AS "hostId",
          requested_by AS "requestedBy" FROM operation
        WHERE is_waiting AND state = 'queued' AND kind = ANY(${[...queuingKinds]}) ORDER BY id FOR UPDATE`
    : await connection.operation.findMany({
        where: { isWaiting: true, state: "queued", kind: { in: [...queuingKinds] } },
        orderBy: { id: "asc" },
        select: { id: true, kind: true, clusterId: true, hostId: true, requestedBy: true },
      });
  return rows.map((row) => Waiting.parse(row));
}

function shares(some: readonly ExclusiveSubject[], others: readonly ExclusiveSubject[]): boolean {
  return some.some(({ kind, id }) => others.some((one) => one.kind === kind && one.id === id));
}

async function isHeldByQueuing(
  connection: Prisma.TransactionClient,
  operationId: string,
  subjects: readonly ExclusiveSubject[],
): Promise<boolean> {
  const holders = await connection.operationExclusion.findMany({
    where: {
      operationId: { not: operationId },
      OR: subjects.map(({ kind, id }) => ({ subjectKind: kind, subjectId: id })),
    },
    select: { operation: { select: { kind: true } } },
  });
  const kinds: readonly string[] = queuingKinds;
  return holders.every(({ operation }) => kinds.includes(operation.kind));
}
