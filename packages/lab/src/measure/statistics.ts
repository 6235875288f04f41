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

/** A mean with its two-sided 95 % interval. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % quantiles of Student's t by degrees of freedom, 1 to 30; beyond that the normal's 1.96 is close enough. */
const studentT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** The mean of paired differences with its 95 % interval by Student's t. Throws with fewer than two values. */
export function meanInterval(values: readonly number[]): MeanInterval {
  if (values.length < 2) throw new RangeError("an interval needs at least two values");
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  const half = (studentT[values.length - 2] ?? 1.96) * Math.sqrt(variance / values.length);
  return { mean, low: mean - half, high: mean + half };
}
