import { describe, expect, it, vi } from "vitest";
import { printSchedule } from "./faults";
import { addFigures, createFigures, type Figures } from "./watch";
import { runWorld, type WorldResult } from "./world";

// A batch takes 10 s to itself, and some minutes on a machine that is busy with much else.
vi.setConfig({ testTimeout: 600_000 });

const BATCHES = 6;
const BATCH_SIZE = 1000;

function describeFailure(seed: number, { findings, faults }: WorldResult): string {
  const lines = findings
    .slice(0, 3)
    .map(({ atMs, invariant, message }) => `  ${atMs.toFixed(1)} ms ${invariant}: ${message}`);
  return `seed ${seed}:\n${lines.join("\n")}\nschedule:\n${printSchedule(faults)}`;
}

function runBatch(from: number, count: number, hosts?: number): Figures {
  const figures = createFigures();
  for (let seed = from; seed < from + count; seed += 1) {
    const result = runWorld(hosts === undefined ? { seed } : { seed, hosts });
    if (result.findings.length > 0) throw new Error(describeFailure(seed, result));
    addFigures(figures, result.figures);
  }
  return figures;
}

/** A decision that never takes the address is perfectly safe: these floors are what keeps it from being that. */
function expectToBeWorthwhile(figures: Figures, schedules: number): void {
  expect(figures.heldMs / (figures.heldMs + figures.absentMs)).toBeGreaterThan(0.88);
  expect(figures.acquisitions).toBeGreaterThan(2.5 * schedules);
  expect(figures.byR1Only).toBeGreaterThan(2 * schedules);
  expect(figures.byR2).toBeGreaterThan(0.1 * schedules);
  expect(figures.byR3).toBeGreaterThan(0.1 * schedules);
  expect(figures.byR4).toBeGreaterThan(0.001 * schedules);
  expect(figures.adoptions).toBeGreaterThan(0.02 * schedules);
  expect(figures.renewals).toBeGreaterThan(100 * schedules);
  expect(figures.lateActs).toBeGreaterThan(0);
  const gaps = figures.switchGapsMs.toSorted((a, b) => a - b);
  expect(gaps.length).toBeGreaterThan(0.1 * schedules);
  expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(150);
}

describe("three hosts under random faults (I1 to I7, I9, I14)", () => {
  it.each(Array.from({ length: BATCHES }, (_, batch) => 1 + batch * BATCH_SIZE))(
    "hold every invariant, and the address, in the 1000 schedules from seed %i",
    (from) => {
      const figures = runBatch(from, BATCH_SIZE);
      expectToBeWorthwhile(figures, BATCH_SIZE);
      // A host that is not primary any more keeps the address for H at the longest, whatever froze or died on it.
      expect(figures.longestWrongMs).toBeLessThan(3550 + 100);
      expect(figures.longestAfterPauseMs).toBeLessThan(3550 + 20);
    },
  );

  it("hold them with five hosts too", () => {
    const figures = runBatch(900_000, 200, 5);
    expect(figures.heldMs).toBeGreaterThan(figures.absentMs * 7);
    expect(figures.byR3).toBeGreaterThan(0);
  });
});

describe("I8", () => {
  it("wall clocks that jump by up to an hour at every step change nothing at all", () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const plain = runWorld({ seed, trace: true });
      const jumping = runWorld({ seed, trace: true, wallSeed: seed * 7919 });
      expect(jumping.trace).toEqual(plain.trace);
      expect(jumping.figures).toEqual(plain.figures);
    }
  });
});

describe("a seed", () => {
  it("replays exactly, so that a failure can be looked at again", () => {
    expect(runWorld({ seed: 4711, trace: true })).toEqual(runWorld({ seed: 4711, trace: true }));
  });
});
