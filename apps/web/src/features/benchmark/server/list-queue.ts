import { BenchmarkFields, type BenchmarkQueue } from "@primacy/contract";
import {
  estimateBenchmark,
  placeNext,
  planQueue,
  type QueuedBenchmark,
  secondsLeft,
} from "@primacy/core/benchmark";
import type { Database, QueuedOperation } from "@primacy/db";

/**
 * The benchmarks of a cluster that wait, with those that they wait for, whichever cluster these are of; and where one more with this load host would
 * stand.
 */
export async function listQueue(
  { benchmarks, operations }: Pick<Database, "benchmarks" | "operations">,
  clusterId: string,
  loadHostId: string | undefined,
): Promise<BenchmarkQueue> {
  const stored = await operations.listQueue("benchmark");
  const known = await Promise.all(stored.map((one) => toQueued(benchmarks, one)));
  const queue = known.flatMap((one) => one ?? []);
  const waiting = planQueue(queue).filter((one) => one.clusterId === clusterId);
  return {
    items: waiting.map(({ clusterId: _own, ...one }) => one),
    next: loadHostId === undefined ? null : placeNext(queue, { clusterId, loadHostId }),
  };
}

const Input = BenchmarkFields.pick({
  name: true,
  loadHostId: true,
  arms: true,
  threads: true,
  blocks: true,
  runSeconds: true,
  warmupSeconds: true,
  hygiene: true,
  workload: true,
}).loose();

async function toQueued(
  benchmarks: Database["benchmarks"],
  { operation, isWaiting, input }: QueuedOperation,
): Promise<QueuedBenchmark | null> {
  const fields = Input.safeParse(input).data;
  const { id, clusterId, requestedBy, createdAt } = operation;
  if (fields === undefined || clusterId === null) return null;
  const record = isWaiting ? null : await benchmarks.find(id);
  const planned = estimateBenchmark(fields);
  return {
    id,
    clusterId,
    loadHostId: fields.loadHostId,
    name: fields.name,
    requestedBy,
    createdAt,
    isWaiting,
    isPaused: record?.pause != null,
    // Before its runs are stored, all of it is left.
    seconds: record === null || record.runs.length === 0 ? planned : (secondsLeft(record) ?? 0),
  };
}
