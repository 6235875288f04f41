import type { Database, TopologyRecord } from "@primacy/db";
import type { ChangeFeed } from "../../../server/change/change-feed";

/** A picture as it was read, and when, on this process's monotonic clock. */
export interface ReadTopology {
  readonly record: TopologyRecord;
  readonly readAtMs: number;
}

/** The newest pictures, read once per change however many people look. */
export interface TopologyCache {
  /** Null when the cluster has never been observed. Throws `DatabaseError`. */
  find(clusterId: string): Promise<ReadTopology | null>;
}

/** Past this time a picture is read again although no change was heard of. */
const maxAgeMs = 5_000;

/** Makes the cache of a process; a change that is notified makes the picture before it worthless. */
export function createTopologyCache(database: Database, changes: ChangeFeed): TopologyCache {
  const reads = new Map<
    string,
    { readonly startedMs: number; readonly read: Promise<ReadTopology | null> }
  >();
  changes.subscribe({
    onChange: (change) => {
      if (change.kind === "topology" || change.kind === "cluster") reads.delete(change.clusterId);
    },
    onGap: () => reads.clear(),
  });
  async function read(clusterId: string): Promise<ReadTopology | null> {
    const readAtMs = performance.now();
    const record = await database.topologies.find(clusterId);
    return record === null ? null : { record, readAtMs };
  }
  return {
    find: (clusterId) => {
      const known = reads.get(clusterId);
      const isUsable =
        known !== undefined && changes.isConnected() && performance.now() - known.startedMs < maxAgeMs;
      if (isUsable) return known.read;
      const started = { startedMs: performance.now(), read: read(clusterId) };
      reads.set(clusterId, started);
      started.read.catch(() => {
        if (reads.get(clusterId) === started) reads.delete(clusterId);
      });
      return started.read;
    },
  };
}
