import { afterEach, describe, expect, it, vi } from "vitest";
import { testSchedules } from "./schedules.fixture";
import { runSimulation } from "./simulator";

// A batch takes 5 s to itself, and some minutes on a machine that is busy with much else.
vi.setConfig({ testTimeout: 600_000 });

describe("half of the schedules of random faults (I1 to I7, I9 to I11, I14)", () => {
  testSchedules(3, 1, 10_000);
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
    const plain = runSimulation({ seed: 1, trace: true });
    vi.stubGlobal("Date", JumpingDate);
    for (let seed = 1; seed <= 25; seed += 1) {
      const jumping = runSimulation({ seed, trace: seed === 1 });
      if (seed === 1) expect(jumping).toEqual(plain);
    }
    expect(reads).toBe(0);
    expect(Math.abs(Date.now() - RealDate.now()), "the clock was another").toBeGreaterThan(1_000);
  });
});

describe("a seed", () => {
  it("replays exactly, so that a failure can be looked at again", () => {
    expect(runSimulation({ seed: 4711, trace: true })).toEqual(runSimulation({ seed: 4711, trace: true }));
  });
});
