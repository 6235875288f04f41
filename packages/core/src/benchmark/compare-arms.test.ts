import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArmRun, blocksForHalfWidth, compareArms } from "./compare-arms";

const sides = { arm: 1, baseline: 0 };

/** Runs of two arms at one thread count: what arm 1 loses in each block, in percent. */
function lose(...losses: readonly number[]): ArmRun[] {
  return losses.flatMap((loss, block) => [
    { block, threads: 16, arm: 0, tps: 1000 + 37 * block },
    { block, threads: 16, arm: 1, tps: (1000 + 37 * block) * (1 - loss / 100) },
  ]);
}

describe("compareArms", () => {
  it("gives the Hodges-Lehmann centre with the extremes of six blocks, back from the logs", () => {
    const difference = compareArms(lose(3, 1, 2, 6, 5, 4), sides);
    expect(difference).toMatchObject({ method: "exact_ranks", blocks: 6, verdict: "costs" });
    expect(difference.low).toBeCloseTo(1, 9);
    expect(difference.high).toBeCloseTo(6, 9);
    expect(difference.loss).toBeCloseTo(3.5, 1);
  });

  it.each([
    ["costs", [4, 5, 6, 5, 4, 5, 6, 5]],
    ["gains", [-4, -5, -6, -5, -4, -5, -6, -5]],
    ["noise", [4, -5, 6, -5, 4, -5, 6, -4]],
  ])("says %s", (verdict, losses) => {
    expect(compareArms(lose(...losses), sides).verdict).toBe(verdict);
  });

  it.each([
    [2, "too_few"],
    [3, "t"],
    [5, "t"],
    [6, "exact_ranks"],
    [25, "exact_ranks"],
    [26, "normal_ranks"],
  ])("judges %i blocks by the method %s", (blocks, method) => {
    const losses = Array.from({ length: blocks }, (_, index) => 4 + (index % 3) / 10);
    expect(compareArms(lose(...losses), sides)).toMatchObject({ method, blocks });
  });

  it("says nothing below three blocks: a figure without an interval would be taken for an answer", () => {
    const nothing = { method: "too_few", verdict: "too_few", loss: null, low: null, high: null };
    expect(compareArms(lose(10, 10), sides)).toEqual({ ...nothing, blocks: 2 });
    expect(compareArms([], sides)).toEqual({ ...nothing, blocks: 0 });
  });

  it("gives Student's interval on the logs for three blocks", () => {
    const losses = [0.02, 0.05, 0.08].map((log) => (1 - Math.exp(-log)) * 100);
    const { low, high, loss } = compareArms(lose(...losses), sides);
    const reach = (4.30265273 * 0.03) / Math.sqrt(3);
    expect(loss).toBeCloseTo((1 - Math.exp(-0.05)) * 100, 9);
    expect(low).toBeCloseTo((1 - Math.exp(-0.05 + reach)) * 100, 6);
    expect(high).toBeCloseTo((1 - Math.exp(-0.05 - reach)) * 100, 6);
  });

  it("averages the logs of the thread counts inside each round, which are then its blocks", () => {
    const at = (threads: number, losses: readonly number[]): ArmRun[] =>
      lose(...losses).map((run) => ({ ...run, threads }));
    const low = at(16, [1, 2, 3, 4, 5, 6]);
    const high = at(64, [11, 12, 13, 14, 15, 16]);
    const both = compareArms([...low, ...high], sides);
    expect(both).toMatchObject({ method: "exact_ranks", blocks: 6, verdict: "costs" });
    expect(both.low).toBeCloseTo((1 - Math.sqrt(0.99 * 0.89)) * 100, 9);
    expect(both.high).toBeCloseTo((1 - Math.sqrt(0.94 * 0.84)) * 100, 9);
  });

  it("leaves out a round that lacks a thread count, and a block that lacks either arm", () => {
    const more = lose(50, 51, 52, 53, 54, 55).map((run) => ({ ...run, threads: 64 }));
    const whole = [...lose(1, 2, 3, 4, 5, 6, 7), ...more];
    expect(compareArms(whole, sides)).toMatchObject({ blocks: 6 });
    const cut = whole.filter(({ block, threads, arm }) => !(block === 2 && threads === 16 && arm === 0));
    expect(compareArms(cut, sides)).toMatchObject({ blocks: 5, method: "t" });
  });

  it("does not depend on the pace of a block, on the order of the runs, or on other arms", () => {
    const losses = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 3, maxLength: 30 });
    const paces = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(losses, paces, (wanted, pace) => {
        const runs = lose(...wanted);
        const plain = compareArms(runs, sides);
        const others = runs.map((run) => ({ ...run, arm: run.arm + 2, tps: 1 }));
        const paced = [...runs, ...others]
          .map((run) => ({ ...run, tps: run.tps * (pace[run.block] ?? 1) }))
          .reverse();
        const same = compareArms(paced, sides);
        expect(same.loss).toBeCloseTo(plain.loss ?? Number.NaN, 6);
        expect(same.low).toBeCloseTo(plain.low ?? Number.NaN, 6);
        expect(plain.low).toBeLessThanOrEqual(plain.loss ?? Number.NaN);
        expect(plain.high).toBeGreaterThanOrEqual(plain.loss ?? Number.NaN);
      }),
    );
  });

  it("is the same question with the sides changed: what one gains is what the other loses", () => {
    const runs = lose(3, -1, 2, 6, 5, 4, 8);
    const forth = compareArms(runs, sides);
    const back = compareArms(runs, { arm: 0, baseline: 1 });
    const turn = (loss: number | null): number => 100 - 100 / (1 - (loss ?? Number.NaN) / 100);
    expect(back.loss).toBeCloseTo(turn(forth.loss), 9);
    expect(back.low).toBeCloseTo(turn(forth.high), 9);
    expect(back.high).toBeCloseTo(turn(forth.low), 9);
  });

  it("refuses a throughput of 0, which has no ratio, and two results for one block", () => {
    expect(() => compareArms(lose(1, 100, 2), sides)).toThrow(RangeError);
    expect(() => compareArms([...lose(1, 2, 3), ...lose(1)], sides)).toThrow(RangeError);
  });
});

describe("blocksForHalfWidth", () => {
  const eight = compareArms(lose(1, 3, 2, 4, 5, 3, 6, 4), sides);

  it("asks for four times the blocks and their time for half the width, or a little less", () => {
    expect(eight.method).toBe("exact_ranks");
    const half = ((eight.high ?? 0) - (eight.low ?? 0)) / 2;
    const answer = blocksForHalfWidth(eight, { halfWidth: half / 2, secondsPerBlock: 148 });
    expect(answer?.blocks).toBeGreaterThan(12);
    expect(answer?.blocks).toBeLessThanOrEqual(24);
    expect(answer?.seconds).toBe((answer?.blocks ?? 0) * 148);
  });

  it("asks for none where the width is reached, and says nothing where too few blocks were run", () => {
    expect(blocksForHalfWidth(eight, { halfWidth: 50, secondsPerBlock: 1 })).toEqual({
      blocks: 0,
      seconds: 0,
    });
    const two = compareArms(lose(1, 9), sides);
    expect(blocksForHalfWidth(two, { halfWidth: 1, secondsPerBlock: 1 })).toBeNull();
    expect(() => blocksForHalfWidth(eight, { halfWidth: 0, secondsPerBlock: 1 })).toThrow(RangeError);
  });

  it("counts in percent of the baseline: where half is lost, one percent is two of the arm's own", () => {
    const logs = [0.01, 0.05, 0.02, 0.06, 0.03, 0.04, 0.02, 0.05];
    const ask = (lost: number, halfWidth: number): number | undefined => {
      const losses = logs.map((log) => (1 - lost * Math.exp(log - 0.035)) * 100);
      return blocksForHalfWidth(compareArms(lose(...losses), sides), { halfWidth, secondsPerBlock: 1 })
        ?.blocks;
    };
    expect(ask(0.5, 0.25)).toBe(ask(1, 0.5));
    expect(ask(0.5, 0.25)).toBeGreaterThan(0);
  });

  it("asks a benchmark of three blocks for at least six, from which ranks need no assumption", () => {
    const three = compareArms(lose(1, 3, 2), sides);
    expect(three.method).toBe("t");
    expect(blocksForHalfWidth(three, { halfWidth: 2, secondsPerBlock: 1 })?.blocks).toBe(3);
  });
});
