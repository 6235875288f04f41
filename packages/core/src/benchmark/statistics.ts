/** Three figures of a sample, in milliseconds. */
export interface Summary {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** The nearest-rank percentile: the smallest value that at least `percent` of the sample does not exceed. Throws on an empty sample. */
export function nearestRank(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new RangeError("a percentile needs at least one value");
  return value;
}

/** Median, 95th percentile (nearest rank) and maximum, to a tenth of a millisecond. Throws on an empty sample. */
export function summarize(values: readonly number[]): Summary {
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    p50Ms: round(nearestRank(values, 50)),
    p95Ms: round(nearestRank(values, 95)),
    maxMs: round(nearestRank(values, 100)),
  };
}

/** A middle with its two-sided 95 % interval. */
export interface MiddleInterval {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** Fewer paired differences have no interval of 95 %: all of six point one way by chance in one of 32 cases. */
export const fewestPairs = 6;

/** Up to so many values the distribution of the ranks is counted; above, the normal one stands for it. */
export const mostExactPairs = 25;

/**
 * The middle of paired differences by Hodges and Lehmann (the median of all pairwise means) with its 95 % interval by
 * Wilcoxon's signed ranks, whose exact distribution is counted for up to 25 values and taken for a normal one above
 * (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3.2 and 3.3). It stands on differences that are as
 * often too high as too low, which alternating halves or a drawn order see to, and not on a normal distribution: one half in
 * twelve that the machine's neighbours slowed by a sixth does not move it, where it moves a mean and widens its interval.
 * Throws RangeError with fewer than six values.
 */
export function signedRankInterval(values: readonly number[]): MiddleInterval {
  if (values.length < fewestPairs)
    throw new RangeError(`an interval of 95 % needs at least ${fewestPairs} values`);
  const means: number[] = [];
  for (const [index, one] of values.entries())
    for (const other of values.slice(index)) means.push((one + other) / 2);
  means.sort((a, b) => a - b);
  const cut = findCut(values.length);
  return {
    middle:
      ((means[Math.floor((means.length - 1) / 2)] ?? 0) + (means[Math.ceil((means.length - 1) / 2)] ?? 0)) /
      2,
    low: means[cut - 1] ?? 0,
    high: means[means.length - cut] ?? 0,
  };
}

/** Two-sided 95 % of the normal distribution. */
const normalFactor = 1.959963985;

/** Which pairwise mean, counted from either end, is the interval's: the largest k for which a rank sum under k is as rare as 2.5 %. */
function findCut(count: number): number {
  if (count <= mostExactPairs) return countCut(count);
  const deviation = Math.sqrt((count * (count + 1) * (2 * count + 1)) / 24);
  // Half a rank for the step from whole sums to a curve.
  return Math.floor((count * (count + 1)) / 4 + 0.5 - normalFactor * deviation);
}

function countCut(count: number): number {
  // ways[sum]: in how many of the 2^count ways of signs the positive ranks have that sum.
  const ways = [1, ...Array.from({ length: (count * (count + 1)) / 2 }, () => 0)];
  for (let rank = 1; rank <= count; rank += 1)
    for (let sum = ways.length - 1; sum >= rank; sum -= 1)
      ways[sum] = (ways[sum] ?? 0) + (ways[sum - rank] ?? 0);
  let below = 0;
  let cut = 0;
  while ((below + (ways[cut] ?? 0)) / 2 ** count <= 0.025) {
    below += ways[cut] ?? 0;
    cut += 1;
  }
  return cut;
}

/** Fewer values have no interval of their own by any method here: one spread tells nothing of its own chance. */
export const fewestForStudent = 3;

/**
 * Two-sided 95 % of Student's distribution for 3, 4 and 5 values, which have 2, 3 and 4 degrees of freedom. From six values
 * on ranks need no assumption, so no other quantile is ever asked for.
 */
const studentFactors: Readonly<Record<number, number>> = { 3: 4.30265273, 4: 3.182446305, 5: 2.776445105 };

/** How far from the mean the 95 % interval reaches, in standard deviations of one value; for three to five values. */
export function studentReach(count: number): number {
  const factor = studentFactors[count];
  if (factor === undefined) throw new RangeError("Student's interval is for three to five values");
  return factor / Math.sqrt(count);
}

/**
 * The mean with its 95 % interval by Student's t, for the few values that ranks cannot judge. It stands on noise that has a
 * normal distribution. Throws RangeError unless there are three to five values.
 */
export function studentInterval(values: readonly number[]): MiddleInterval {
  const reach = studentReach(values.length);
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const half = reach * Math.sqrt(squares / (values.length - 1));
  return { middle, low: middle - half, high: middle + half };
}
