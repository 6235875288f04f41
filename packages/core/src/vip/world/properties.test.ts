import { afterEach, describe, expect, it, vi } from "vitest";
import { printSchedule } from "./faults";
import { listTimidFigures } from "./floors";
import { runSchedule } from "./schedule";
import { addFigures, createFigures, type Figures } from "./watch";
import { runWorld, type WorldResult } from "./world";

// A batch takes 5 s to itself, and some minutes on a machine that is busy with much else.
vi.setConfig({ testTimeout: 600_000 });

const BATCHES = 17;
const BATCH_SIZE = 1000;

function describeFailure(seed: number, { findings, faults }: WorldResult): string {
  const lines = findings
    .slice(0, 3)
    .map(({ atMs, invariant, message }) => `  ${atMs.toFixed(1)} ms ${invariant}: ${message}`);
  return `seed ${seed}:\n${lines.join("\n")}\nschedule:\n${printSchedule(faults)}`;
}

function runBatch(figures: Figures, from: number, hosts: 3 | 5): void {
  for (let seed = from; seed < from + BATCH_SIZE; seed += 1) {
    const result = runSchedule({ seed, hosts });
    if (result.findings.length > 0) throw new Error(describeFailure(seed, result));
    addFigures(figures, result.figures);
  }
}

describe("20,000 schedules of random faults (I1 to I7, I9, I14)", () => {
  const figures = createFigures();

  it.each(Array.from({ length: BATCHES }, (_, batch) => 1 + batch * BATCH_SIZE))(
    "three hosts hold every invariant in the 1000 from seed %i",
    (from) => runBatch(figures, from, 3),
  );

  it("... and are worth it: they take the address by every proof, hold it, and follow a switchover at once", () => {
    expect(listTimidFigures(figures, BATCHES * BATCH_SIZE, 3)).toEqual([]);
    expect(figures.lateActs).toBeGreaterThan(0);
    // A host that is not primary any more keeps the address for H at the longest, whatever froze or died on it.
    expect(figures.longestWrongMs).toBeLessThan(3550 + 100);
    expect(figures.longestAfterPauseMs).toBeLessThan(3550 + 20);
    const gaps = figures.switchGapsMs.toSorted((a, b) => a - b);
    expect(gaps.length).toBeGreaterThan(0.1 * BATCHES * BATCH_SIZE);
    expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(150);
  });

  it("five hosts hold every invariant in 3000, which are worth it too", () => {
    const ofFive = createFigures();
    for (const from of [900_000, 901_000, 902_000]) runBatch(ofFive, from, 5);
    expect(listTimidFigures(ofFive, 3 * BATCH_SIZE, 5)).toEqual([]);
  });
});

describe("I8", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("a wall clock that jumps by up to an hour whenever it is read changes nothing: nobody reads it", () => {
    let reads = 0;
    const RealDate = Date;
    class JumpingDate extends RealDate {
      constructor() {
        super(JumpingDate.now());
      }
      static override now(): number {
        reads += 1;
        return RealDate.now() + ((reads * 7_919) % 7_200) * 1_000 - 3_600_000;
      }
    }
    const plain = runWorld({ seed: 1, trace: true });
    vi.stubGlobal("Date", JumpingDate);
    for (let seed = 1; seed <= 25; seed += 1) {
      const jumping = runWorld({ seed, trace: seed === 1 });
      if (seed === 1) expect(jumping).toEqual(plain);
    }
    expect(reads).toBe(0);
    expect(Math.abs(Date.now() - RealDate.now()), "the clock was another").toBeGreaterThan(1_000);
  });
});

describe("a seed", () => {
  it("replays exactly, so that a failure can be looked at again", () => {
    expect(runWorld({ seed: 4711, trace: true })).toEqual(runWorld({ seed: 4711, trace: true }));
  });
});
