import { expect, it } from "vitest";
import { meanInterval, nearestRank, summarize } from "./statistics";

it("takes the 19th of 20 as the 95th percentile, by nearest rank", () => {
  const values = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(nearestRank(values, 95)).toBe(19);
  expect(summarize(values)).toEqual({ p50Ms: 10, p95Ms: 19, maxMs: 20 });
});

it("does not depend on the order of the sample, and takes a single value for every percentile", () => {
  expect(nearestRank([5, 1, 3], 50)).toBe(3);
  expect(summarize([7.04])).toEqual({ p50Ms: 7, p95Ms: 7, maxMs: 7 });
});

it("refuses an empty sample instead of making up a figure", () => {
  expect(() => nearestRank([], 95)).toThrow(RangeError);
  expect(() => meanInterval([1])).toThrow(RangeError);
});

it("gives the textbook interval: 1, 2, 3 has mean 2 and half width 4.303 / sqrt(3)", () => {
  const { mean, low, high } = meanInterval([1, 2, 3]);
  expect(mean).toBe(2);
  expect(high - mean).toBeCloseTo(4.303 / Math.sqrt(3), 6);
  expect(mean - low).toBeCloseTo(4.303 / Math.sqrt(3), 6);
});
