import { type HistogramBar, longestLatencyMs } from "./sysbench/report";

/** A latency; `isAtLeast` where the histogram ends there, so that it may have been any longer time. */
export interface MeasuredLatency {
  readonly ms: number;
  readonly isAtLeast: boolean;
}

/**
 * The nearest-rank percentile, as exact as the bars, which are 1.8 % apart; null without any event. `histogram` is
 * ascending. Throws RangeError unless `percent` is above 0 and at most 100.
 */
export function percentileOf(histogram: readonly HistogramBar[], percent: number): MeasuredLatency | null {
  if (!(percent > 0 && percent <= 100)) throw new RangeError(`${percent} is no percentile`);
  const events = histogram.reduce((sum, { count }) => sum + count, 0);
  // Multiplied first: 7 % of 100 events are seven, and not a little more.
  const rank = Math.ceil((events * percent) / 100);
  let passed = 0;
  for (const { ms, count } of histogram) {
    passed += count;
    if (count > 0 && passed >= rank) return { ms, isAtLeast: ms >= longestLatencyMs };
  }
  return null;
}
