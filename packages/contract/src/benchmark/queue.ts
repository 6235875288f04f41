import { z } from "zod";
import { Id, Instant } from "../primitives/scalar";

/** A benchmark that another one waits for, of this cluster or of another that has the same load host. */
export const AwaitedBenchmark = z.object({ id: Id, clusterId: Id, name: z.string() });
export type AwaitedBenchmark = z.infer<typeof AwaitedBenchmark>;

/** A benchmark that waits until others have ended that have its cluster or its load host. Its id is that of its operation. */
export const WaitingBenchmark = z.object({
  id: Id,
  name: z.string(),
  requestedBy: z.string(),
  createdAt: Instant,
  /** How long it will take itself, without what fills its tables. */
  seconds: z.number(),
  /** In the order in which they begin; empty: only until a worker looks, or until an operation that is no benchmark has ended. */
  waitsFor: z.array(AwaitedBenchmark),
  /** About so long until it begins; null: one that it waits for is paused. */
  startsInSeconds: z.number().nullable(),
});
export type WaitingBenchmark = z.infer<typeof WaitingBenchmark>;

/** Where a benchmark would stand that is ordered now; nobody to wait for: it would begin at once. */
export const QueuePlace = WaitingBenchmark.pick({ waitsFor: true, startsInSeconds: true });
export type QueuePlace = z.infer<typeof QueuePlace>;

/** The load host of a benchmark that is not ordered yet. */
export const BenchmarkQueueQuery = z.strictObject({ loadHostId: Id.optional() });
export type BenchmarkQueueQuery = z.infer<typeof BenchmarkQueueQuery>;

/** Those of one cluster, in the order in which they begin, and where one more of the asked load host would stand; `next` null: none was asked for. */
export const BenchmarkQueue = z.object({ items: z.array(WaitingBenchmark), next: QueuePlace.nullable() });
export type BenchmarkQueue = z.infer<typeof BenchmarkQueue>;
