import { describe, expect, it } from "vitest";
import { comparePaced, type PacedBlock, type PacedPair } from "./paced-difference";

/**
 * A machine whose pace wanders by a quarter; throughput follows it, and agents take `costPercent`. `jump` is how far the
 * pace may move between two halves.
 */
function simulate(costPercent: number, seed: number, jump = 0): PacedPair[] {
  let state = seed;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  let level = 0;
  const half = (hasAgents: boolean): PacedBlock[] => {
    level += jump * draw();
    return Array.from({ length: 6 }, () => {
      level = 0.8 * level + 0.2 * draw();
      const first = Math.exp(level + 0.02 * draw());
      const second = Math.exp(level + 0.05 * draw());
      const cost = hasAgents ? 1 - costPercent / 100 : 1;
      return { tps: (400 * cost * Math.exp(0.01 * draw())) / (first * second ** 0.3), pace: [first, second] };
    });
  };
  return Array.from({ length: 12 }, () => ({ without: half(false), with: half(true) }));
}

describe("comparePaced", () => {
  it.each([0, 2, 8])("finds a cost of %i percent in spite of a pace that wanders by far more", (cost) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { corrected, measured } = comparePaced(simulate(cost, seed));
      expect(Math.abs(corrected.middle + cost)).toBeLessThan(1);
      expect(corrected.high - corrected.low).toBeLessThan(2);
      expect(measured.high - measured.low).toBeGreaterThan(2 * (corrected.high - corrected.low));
    }
  });

  it("holds what it promises: of 200 machines without any cost it finds one in no more than one of twenty or so", () => {
    const missed = Array.from(
      { length: 200 },
      (_, seed) => comparePaced(simulate(0, seed + 1, 0.3)).corrected,
    ).filter(({ low, high }) => low > 0 || high < 0);
    expect(missed.length).toBeGreaterThan(0);
    expect(missed.length).toBeLessThanOrEqual(17);
  });

  it("learns from how pairs differ where nothing differs within them", () => {
    const pairs = [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3].map((pace) => ({
      with: [{ tps: 98 / pace ** 2, pace: [pace] }],
      without: [{ tps: 100, pace: [1] }],
    }));
    expect(comparePaced(pairs).corrected.middle).toBeCloseTo(-2, 6);
  });

  it("changes nothing where the pace never changes", () => {
    const block = (tps: number): PacedBlock => ({ tps, pace: [100, 100] });
    const pairs = [98, 97, 98, 97, 98, 97].map((tps) => ({
      with: [block(tps), block(tps)],
      without: [block(100), block(100)],
    }));
    const { corrected, measured, pace } = comparePaced(pairs);
    expect(corrected).toEqual(measured);
    expect(corrected.middle).toBeCloseTo(-2.5, 9);
    expect(pace.middle).toBe(0);
  });

  it("tells when the agents themselves slowed the processors", () => {
    const pairs = [101, 102, 101, 102, 101, 102].map((slow) => ({
      with: [{ tps: 99, pace: [slow] }],
      without: [{ tps: 100, pace: [100] }],
    }));
    expect(comparePaced(pairs).pace.middle).toBeCloseTo(1.5, 1);
  });

  it("refuses five pairs, which have no interval", () => {
    const half = [{ tps: 1, pace: [1] }];
    expect(() => comparePaced(Array.from({ length: 5 }, () => ({ with: half, without: half })))).toThrow(
      RangeError,
    );
  });
});
