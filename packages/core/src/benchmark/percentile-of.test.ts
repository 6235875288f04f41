import fc from "fast-check";
import { expect, it } from "vitest";
import { percentileOf } from "./percentile-of";
import { nearestRank } from "./statistics";

const bars = [0.182, 1.857, 17.324, 100, 9871.5];

it("reads from a histogram the percentile of the events that it counts", () => {
  const run = fc.array(fc.constantFrom(...bars), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(run, fc.integer({ min: 1, max: 100 }), (events, percent) => {
      const histogram = bars.map((ms) => ({ ms, count: events.filter((event) => event === ms).length }));
      // Whole percents of whole numbers: 7 % of 100 must be seven events.
      const rank = Math.ceil((events.length * percent) / 100);
      expect(percentileOf(histogram, percent)?.ms).toBe(events.toSorted((a, b) => a - b)[rank - 1]);
    }),
  );
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
  expect(percentileOf([], 95)).toBeNull();
  expect(percentileOf([{ ms: 5, count: 0 }], 50)).toBeNull();
});

it("counts bars that are printed alike together, and above 2^32 exactly", () => {
  const histogram = [
    { ms: 0.001, count: 1 },
    { ms: 0.001, count: 4_294_967_296 },
    { ms: 3, count: 4_294_967_297 },
  ];
  expect(percentileOf(histogram, 50)?.ms).toBe(0.001);
  expect(percentileOf([...histogram, { ms: 4, count: 1 }], 50)?.ms).toBe(3);
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
