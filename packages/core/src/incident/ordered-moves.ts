import type { Operation, OperationKind } from "@primacy/contract";

/** How a cluster is disturbed: its primary is lost, another one is beside it in its group, or an address alone is away. */
export type Disturbance = "loss" | "handover" | "address";

/** A picture is made within moments of a change; an operation may be over by then. */
const lateMs = 3_000;

const stopsServers: readonly OperationKind[] = [
  "drill",
  "restart",
  "recovery",
  "member.stop",
  "member.start",
  "member.rejoin",
  "fix.apply",
  "fix.restore",
  "cluster.remove",
];
/** A benchmark moves the primary between its runs, and does no more: what else happens while it runs for hours is an incident. */
const movesPrimary: readonly OperationKind[] = [...stopsServers, "switchover", "benchmark"];
const movesAddress: readonly OperationKind[] = [
  ...movesPrimary,
  "vip.apply",
  "vip.change",
  "vip.remove",
  "vip.release",
  "vip.resume",
  "vip.pause",
  "vip.unpause",
  "vip.rebind",
  "variables.read_vips",
  "vip.migrate",
  "migration.run",
  "agent.install",
  "agent.upgrade",
  "agent.repair",
  "agent.remove",
];

/**
 * What does each in order. What happens to a cluster like that while one of these runs is told by that operation, and is no incident:
 * also a failure that comes upon it.
 */
const ordering: Readonly<Record<Disturbance, ReadonlySet<OperationKind>>> = {
  loss: new Set(stopsServers),
  handover: new Set(movesPrimary),
  address: new Set(movesAddress),
};

/**
 * Whether one of these operations may have ordered what happened between `wellMs`, the last look without it, and `nowMs`, both of the wall
 * clock: it ran within that time, or ended just now.
 */
export function isOrdered(
  operations: readonly Pick<Operation, "kind" | "state" | "startedAt" | "finishedAt">[],
  { wellMs, nowMs }: { readonly wellMs: number; readonly nowMs: number },
  disturbance: Disturbance,
): boolean {
  const sinceMs = Math.min(wellMs, nowMs - lateMs);
  return operations.some(
    ({ kind, state, startedAt, finishedAt }) =>
      ordering[disturbance].has(kind) &&
      state !== "queued" &&
      startedAt !== null &&
      (finishedAt === null || Date.parse(finishedAt) >= sinceMs),
  );
}
