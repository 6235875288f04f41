import { describe, expect, it } from "vitest";
import { placeNext, planQueue, type QueuedBenchmark } from "./plan-queue";

function queued(id: string, seconds: number, changes: Partial<QueuedBenchmark> = {}): QueuedBenchmark {
  return {
    id,
    name: `benchmark ${id}`,
    requestedBy: "alice",
    createdAt: "2026-11-28T10:00:00.000Z",
    seconds,
    clusterId: "c1",
    loadHostId: "h1",
    isWaiting: true,
    isPaused: false,
    ...changes,
  };
}

const tell = (queue: readonly QueuedBenchmark[]) =>
  planQueue(queue).map(({ id, waitsFor, startsInSeconds }) => [
    id,
    waitsFor.map((one) => one.id),
    startsInSeconds,
  ]);

describe("benchmarks that wait", () => {
  it("wait for all before them that want the same, for as long as those still take", () => {
    expect(tell([queued("a", 100, { isWaiting: false }), queued("b", 30), queued("c", 5)])).toEqual([
      ["b", ["a"], 100],
      ["c", ["a", "b"], 130],
    ]);
  });

  it("wait for a load host and a cluster, whichever is free last, and not for what they have no part in", () => {
    const queue = [
      queued("a", 100, { isWaiting: false, clusterId: "c1", loadHostId: "h1" }),
      queued("b", 20, { isWaiting: false, clusterId: "c2", loadHostId: "h2" }),
      queued("c", 7, { clusterId: "c1", loadHostId: "h2" }),
      queued("d", 1, { clusterId: "c3", loadHostId: "h2" }),
    ];
    expect(tell(queue)).toEqual([
      ["c", ["a", "b"], 100],
      ["d", ["b", "c"], 107],
    ]);
  });

  it("tell no time where one before them is paused, however far before", () => {
    const queue = [queued("a", 100, { isWaiting: false, isPaused: true }), queued("b", 30), queued("c", 5)];
    expect(tell(queue)).toEqual([
      ["b", ["a"], null],
      ["c", ["a", "b"], null],
    ]);
  });

  it("have a place before they are ordered: the one that they get then", () => {
    const queue = [
      queued("a", 100, { isWaiting: false }),
      queued("b", 20, { isWaiting: false, clusterId: "c2", loadHostId: "h2" }),
      queued("c", 7),
    ];
    const place = (clusterId: string, loadHostId: string) => {
      const { waitsFor, startsInSeconds } = placeNext(queue, { clusterId, loadHostId });
      const ordered = tell([...queue, queued("d", 50, { clusterId, loadHostId })]).at(-1);
      expect(["d", waitsFor.map(({ id }) => id), startsInSeconds]).toEqual(ordered);
      return [waitsFor.map(({ name }) => name), startsInSeconds];
    };
    expect(place("c1", "h9")).toEqual([["benchmark a", "benchmark c"], 107]);
    expect(place("c9", "h2")).toEqual([["benchmark b"], 20]);
    expect(place("c9", "h9")).toEqual([[], 0]);
    const paused = [queued("a", 100, { isWaiting: false, isPaused: true })];
    expect(placeNext(paused, { clusterId: "c1", loadHostId: "h9" }).startsInSeconds).toBeNull();
  });

  it("begin at once where nobody is before them", () => {
    expect(tell([queued("a", 100)])).toEqual([["a", [], 0]]);
  });
});
