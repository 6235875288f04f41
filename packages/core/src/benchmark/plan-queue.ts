import type { QueuePlace, WaitingBenchmark } from "@primacy/contract";

/** An unfinished benchmark, as far as the order of benchmarks is concerned. */
export interface QueuedBenchmark
  extends Pick<WaitingBenchmark, "id" | "name" | "requestedBy" | "createdAt" | "seconds"> {
  readonly clusterId: string;
  readonly loadHostId: string;
  readonly isWaiting: boolean;
  readonly isPaused: boolean;
}

/**
 * For whom each waiting benchmark waits, and how long about: for all before it that want its cluster or its load host. `queue` is in the order in which
 * they begin, those that run first; `seconds` is what each still takes. What fills the tables is not known and not counted.
 */
export function planQueue(
  queue: readonly QueuedBenchmark[],
): readonly (WaitingBenchmark & { readonly clusterId: string })[] {
  const ends = new Map<string, number | null>();
  const planned: (WaitingBenchmark & { readonly clusterId: string })[] = [];
  for (const [place, one] of queue.entries()) {
    const before = queue.slice(0, place).filter((other) => shares(one, other));
    const starts = before.map(({ id }) => ends.get(id) ?? null);
    const start = starts.includes(null) ? null : Math.max(0, ...starts.map((end) => end ?? 0));
    ends.set(one.id, start === null || one.isPaused ? null : start + one.seconds);
    if (!one.isWaiting) continue;
    const { id, name, requestedBy, createdAt, seconds, clusterId } = one;
    planned.push({
      id,
      clusterId,
      name,
      requestedBy,
      createdAt,
      seconds,
      waitsFor: before.map((other) => ({ id: other.id, clusterId: other.clusterId, name: other.name })),
      startsInSeconds: start,
    });
  }
  return planned;
}

/** Where a benchmark of this cluster and load host would stand if it were ordered now: behind all that want either. */
export function placeNext(queue: readonly QueuedBenchmark[], wanted: Wanted): QueuePlace {
  const own = { id: "", name: "", requestedBy: "", createdAt: "", seconds: 0 };
  const planned = planQueue([...queue, { ...own, ...wanted, isWaiting: true, isPaused: false }]);
  const { waitsFor = [], startsInSeconds = 0 } = planned.at(-1) ?? {};
  return { waitsFor: [...waitsFor], startsInSeconds };
}

type Wanted = Pick<QueuedBenchmark, "clusterId" | "loadHostId">;

function shares(one: Wanted, other: Wanted): boolean {
  return one.clusterId === other.clusterId || one.loadHostId === other.loadHostId;
}
