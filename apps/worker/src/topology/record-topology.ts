import type { Topology } from "@primacy/contract";
import {
  forgetLeft,
  isDeparture,
  type TimedEvent,
  type TopologyMemory,
  tellOrderedStops,
} from "@primacy/core/event";
import type { AssembledTopology } from "@primacy/core/topology";
import type { UnitOfWork, WatchLease } from "@primacy/db";
import type { WorkerContext } from "../context";

/** What is stored of one look. */
export interface TopologyLook {
  readonly next: AssembledTopology;
  readonly events: readonly TimedEvent[];
  /** What is known beyond the picture, for whoever watches next. */
  readonly memory: TopologyMemory;
}

/**
 * Stores a picture and, in the same transaction, what happened since the one before it and what waits to be told; others
 * hear of the first two with the commit. What it marks of hosts that left the cluster since is left out. Throws `lease_lost` when another worker watches the cluster.
 */
export async function recordTopology(
  worker: WorkerContext,
  lease: WatchLease,
  previous: Topology | null,
  { next, events, memory }: TopologyLook,
): Promise<Topology> {
  return worker.db.transact(worker.actor, async (unit) => {
    let eventCursor = previous?.eventCursor ?? (await unit.events.getLastCursor(lease.clusterId));
    for (const { observed, ...event } of await tellAsMeant(unit, lease.clusterId, events, worker.now())) {
      const { atMs, ...witness } = observed;
      const stored = await unit.events.append({
        ...event,
        ...witness,
        clusterId: lease.clusterId,
        at: new Date(atMs),
        recordedAt: worker.now(),
      });
      eventCursor = stored.cursor;
    }
    const unnumbered: Topology = { ...forgetLeft(previous, next), revision: 0, eventCursor };
    return { ...unnumbered, revision: await unit.topologies.record(lease, unnumbered, memory) };
  });
}

/** Any of the last operations that changed something may have ordered what looks like a failure. */
const lookedAt = 10;

async function tellAsMeant(
  unit: UnitOfWork,
  clusterId: string,
  events: readonly TimedEvent[],
  now: Date,
): Promise<readonly TimedEvent[]> {
  if (!events.some(isDeparture)) return events;
  const { items } = await unit.operations.list(
    { clusterId, effect: "changing", isWaiting: false },
    { after: null, limit: lookedAt },
  );
  return tellOrderedStops(events, items, now.getTime());
}
