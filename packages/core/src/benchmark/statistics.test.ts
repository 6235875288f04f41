import { expect, it } from "vitest";
import { nearestRank, signedRankInterval, studentInterval, studentReach, summarize } from "./statistics";

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
  expect(() => signedRankInterval([1, 2, 3, 4, 5])).toThrow(RangeError);
});

it("gives the textbook interval of Hollander and Wolfe's depression scores: 0.46 (0.010 to 0.786)", () => {
  const { middle, low, high } = signedRankInterval([
    0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01,
  ]);
  expect(middle).toBeCloseTo(0.46, 9);
  expect(low).toBeCloseTo(0.01, 9);
  expect(high).toBeCloseTo(0.786, 9);
});

it("takes the extremes of six values, and is not moved far by one of twelve that is far off", () => {
  expect(signedRankInterval([3, 1, 2, 6, 5, 4])).toEqual({ middle: 3.5, low: 1, high: 6 });
  const calm = [-1.2, -0.8, -1, -1.1, -0.9, -1.3, -0.7, -1, -1.05, -0.95, -1];
  const { middle, low, high } = signedRankInterval([...calm, 15]);
  expect(Math.abs(middle + 1)).toBeLessThan(0.1);
  expect(high - low).toBeLessThan(1);
});

it("takes the normal distribution of the ranks above 25 values: the 98th pairwise mean of 26", () => {
  const values = Array.from({ length: 26 }, (_, index) => index ** 1.3);
  const means = values
    .flatMap((one, index) => values.slice(index).map((other) => (one + other) / 2))
    .sort((a, b) => a - b);
  const { low, high } = signedRankInterval(values);
  expect(low).toBe(means[97]);
  expect(high).toBe(means[means.length - 98]);
});

it("has no end of values that it can judge, though the ways of their signs are more than any number", () => {
  const values = Array.from({ length: 1100 }, (_, index) => (index * 7919) % 1100);
  const { middle, low, high } = signedRankInterval(values);
  expect(middle).toBeCloseTo(549.5, 6);
  expect(low).toBeGreaterThan(525);
  expect(high).toBeLessThan(575);
});

it("has Student's factors right: they leave 2.5 % on either side by the closed forms of the distribution", () => {
  const below = {
    3: (t: number) => 0.5 + t / (2 * Math.sqrt(2 + t * t)),
    4: (t: number) => 0.5 + (t / Math.sqrt(3) / (1 + (t * t) / 3) + Math.atan(t / Math.sqrt(3))) / Math.PI,
    5: (t: number) => {
      const square = 1 + (t * t) / 4;
      return 0.5 + ((3 / 8) * t * (1 - (t * t) / square / 12)) / Math.sqrt(square);
    },
  } as const;
  for (const count of [3, 4, 5] as const)
    expect(below[count](studentReach(count) * Math.sqrt(count))).toBeCloseTo(0.975, 9);
});

it("gives Student's interval for three to five values alone", () => {
  const { middle, low, high } = studentInterval([1, 2, 3]);
  expect(middle).toBe(2);
  expect(low).toBeCloseTo(2 - 4.30265273 / Math.sqrt(3), 9);
  expect(high).toBeCloseTo(2 + 4.30265273 / Math.sqrt(3), 9);
  for (const values of [
    [1, 2],
    [1, 2, 3, 4, 5, 6],
  ])
    expect(() => studentInterval(values)).toThrow(RangeError);
});
