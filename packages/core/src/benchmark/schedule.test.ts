import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BenchmarkShape, estimateSchedule, mostRepeats, planSchedule, repeatBlock } from "./schedule";

const anyShape = fc.record({
  arms: fc.integer({ min: 1, max: 10 }),
  threads: fc.uniqueArray(fc.integer({ min: 1, max: 4096 }), { minLength: 1, maxLength: 8 }),
  blocks: fc.integer({ min: 1, max: 12 }),
  seed: fc.integer({ min: 0, max: 4_294_967_295 }),
});

/** The order of arms of each block, as text. */
function listOrders(shape: BenchmarkShape): string[] {
  const runs = planSchedule(shape);
  return Array.from({ length: runs.length / shape.arms }, (_, block) =>
    runs
      .slice(block * shape.arms, (block + 1) * shape.arms)
      .map(({ arm }) => arm)
      .join(""),
  );
}

describe("planSchedule", () => {
  it("runs every arm once in each block, one right after the other, and every thread count in each round", () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        const runs = planSchedule(shape);
        expect(runs).toHaveLength(shape.arms * shape.threads.length * shape.blocks);
        for (const [index, run] of runs.entries()) {
          const block = Math.floor(index / shape.arms);
          expect(run.ordinal).toBe(index);
          expect(run.position).toBe(index % shape.arms);
          expect(run.block).toBe(Math.floor(block / shape.threads.length));
          expect(run.threads).toBe(shape.threads[block % shape.threads.length]);
        }
        for (const order of listOrders(shape))
          expect([...order].sort().join("")).toBe("0123456789".slice(0, shape.arms));
      }),
    );
  });

  it("gives the same order for the same seed, on every machine", () => {
    const shape = { arms: 3, threads: [16, 64], blocks: 3, seed: 20_261_127 };
    expect(planSchedule(shape)).toEqual(planSchedule(shape));
    expect(listOrders(shape)).toMatchInlineSnapshot(`
      [
        "201",
        "012",
        "210",
        "120",
        "120",
        "201",
      ]
    `);
    expect(listOrders({ ...shape, seed: 20_261_128 })).not.toEqual(listOrders(shape));
  });

  it.each([
    [2, 2],
    [3, 6],
    [4, 24],
  ])("draws every order of %i arms equally often, over blocks and over seeds", (arms, orders) => {
    const overBlocks = listOrders({ arms, threads: [1], blocks: 24_000, seed: 7 });
    const overSeeds = Array.from({ length: 24_000 }, (_, seed) =>
      listOrders({ arms, threads: [1], blocks: 1, seed }).join(),
    );
    for (const drawn of [overBlocks, overSeeds]) {
      const counts = new Map<string, number>();
      for (const order of drawn) counts.set(order, (counts.get(order) ?? 0) + 1);
      expect(counts.size).toBe(orders);
      const expected = drawn.length / orders;
      const square = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      // Chi square has as its mean the degrees of freedom, and twice that as its variance: four deviations.
      expect(square).toBeLessThan(orders - 1 + 4 * Math.sqrt(2 * (orders - 1)));
    }
  });
});

describe("repeatBlock", () => {
  const shape = { arms: 3, threads: [8, 32], blocks: 4, seed: 99 };
  const runs = planSchedule(shape);
  const disturbed = { block: 1, threads: 32 };

  it("appends the block under its number, every arm once, in a new order that the seed draws", () => {
    const first = repeatBlock(shape, runs, disturbed) ?? [];
    expect(first).toMatchObject([
      { ordinal: 24, block: 1, threads: 32, position: 0 },
      { ordinal: 25, block: 1, threads: 32, position: 1 },
      { ordinal: 26, block: 1, threads: 32, position: 2 },
    ]);
    expect(first.map(({ arm }) => arm).sort()).toEqual([0, 1, 2]);
    expect(repeatBlock(shape, runs, disturbed)).toEqual(first);
    const orders = Array.from({ length: 40 }, (_, seed) => {
      const other = { ...shape, seed };
      const plan = planSchedule(other);
      const once = repeatBlock(other, plan, disturbed) ?? [];
      const twice = repeatBlock(other, [...plan, ...once], disturbed) ?? [];
      const said = [plan.slice(0, 3), once, twice].map((block) => block.map(({ arm }) => arm).join(""));
      return new Set(said).size;
    });
    expect(orders).toContain(3);
  });

  it("repeats no more than two blocks of a benchmark", () => {
    let all = runs;
    for (let repeat = 0; repeat < mostRepeats; repeat += 1)
      all = [...all, ...(repeatBlock(shape, all, disturbed) ?? [])];
    expect(all).toHaveLength(runs.length + 6);
    expect(repeatBlock(shape, all, { block: 3, threads: 8 })).toBeNull();
  });
});

it("estimates the time of every run with its warm-up and what passes between two", () => {
  const run = { warmupSeconds: 5, runSeconds: 30, secondsBetween: 2 };
  expect(estimateSchedule({ arms: 3, threads: [16, 32, 64], blocks: 6 }, run)).toBe(54 * 37);
});
