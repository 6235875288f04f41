import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeHistograms, percentileOf } from "./merge-histograms";
import { nearestRank } from "./statistics";

const bars = [0.182, 1.857, 17.324, 100, 9871.5];

it("reads from the merged histograms of several runs the percentile of all their events together", () => {
  const run = fc.array(fc.constantFrom(...bars), { minLength: 1, maxLength: 60 });
  const count = (events: readonly number[]): { ms: number; count: number }[] =>
    bars
      .map((ms) => ({ ms, count: events.filter((event) => event === ms).length }))
      .filter((bar) => bar.count > 0);
  fc.assert(
    fc.property(
      fc.array(run, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 100 }),
      (runs, percent) => {
        const merged = mergeHistograms(runs.map(count));
        expect(merged).toEqual(count(runs.flat()));
        // Whole percents of whole numbers: 7 % of 100 must be seven events.
        const rank = Math.ceil((runs.flat().length * percent) / 100);
        expect(percentileOf(merged, percent)?.ms).toBe(runs.flat().sort((a, b) => a - b)[rank - 1]);
      },
    ),
  );
});

it("is not the mean of the runs' percentiles", () => {
  const quick = [{ ms: 1, count: 1000 }];
  const slow = [
    { ms: 1, count: 5 },
    { ms: 400, count: 5 },
  ];
  expect(percentileOf(mergeHistograms([quick, slow]), 95)).toEqual({ ms: 1, isAtLeast: false });
  expect(percentileOf(slow, 95)).toEqual({ ms: 400, isAtLeast: false });
});

it("says that what lies in the last bar took at least 100 s", () => {
  const histogram = [
    { ms: 98_215.462, count: 90 },
    { ms: 100_000, count: 10 },
  ];
  expect(percentileOf(histogram, 90)).toEqual({ ms: 98_215.462, isAtLeast: false });
  expect(percentileOf(histogram, 95)).toEqual({ ms: 100_000, isAtLeast: true });
});

it("makes up no latency where no event was counted", () => {
  expect(percentileOf(mergeHistograms([]), 95)).toBeNull();
  expect(percentileOf(mergeHistograms([[], []]), 50)).toBeNull();
  expect(percentileOf([{ ms: 5, count: 0 }], 50)).toBeNull();
});

it("adds bars that are printed alike, and counts above 2^32 exactly", () => {
  const one = [
    { ms: 0.001, count: 1 },
    { ms: 0.001, count: 2 },
    { ms: 3, count: 4_294_967_297 },
  ];
  expect(mergeHistograms([one, one])).toEqual([
    { ms: 0.001, count: 6 },
    { ms: 3, count: 8_589_934_594 },
  ]);
});

it("takes the 7th of 100 events as the 7th percentile, and refuses what is no percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => ({ ms: index + 1, count: 1 }));
  expect(percentileOf(hundred, 7)?.ms).toBe(7);
  expect(percentileOf(hundred, 95)?.ms).toBe(
    nearestRank(
      hundred.map(({ ms }) => ms),
      95,
    ),
  );
  for (const percent of [0, -1, 101, Number.NaN])
    expect(() => percentileOf(hundred, percent)).toThrow(RangeError);
});
