import {
  type SampleFigure,
  type SampleHistory,
  type SamplePoint,
  sampleEverySeconds,
} from "@primacy/contract";
import type { ChartPoint } from "@primacy/ui/charts";

/** The highest value that was seen in a time, and when first. */
export interface Peak {
  readonly value: number;
  readonly atMs: number;
}

/** How closely a member was looked at: what the highest values are the highest of. */
export interface Looked {
  readonly count: number;
  /** How far apart the looks were, on average, while there were any. */
  readonly everyMs: number;
  /** In how much of the time there was none. */
  readonly unseenMs: number;
}

/** What is drawn and said of a member's past. A peak is null where the figure was never known. */
export interface MemberHistoryModel {
  /** One for each interval; an interval without samples is a gap. */
  readonly points: readonly ChartPoint[];
  readonly lag: Peak | null;
  readonly apply: Peak | null;
  readonly certify: Peak | null;
  /** Null where nobody could look. */
  readonly looked: Looked | null;
}

/** The past of one member as it was answered; null where there is not one sample of it. */
export function toMemberHistory(history: SampleHistory, memberId: string): MemberHistoryModel | null {
  const samples = history.members.find((one) => one.memberId === memberId)?.points ?? [];
  if (samples.length === 0) return null;
  const byTime = new Map(samples.map((point) => [Date.parse(point.at), point]));
  const [fromMs, toMs, stepMs] = [
    Date.parse(history.from),
    Date.parse(history.to),
    history.stepSeconds * 1_000,
  ];
  const points = Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, index): ChartPoint => {
    const atMs = fromMs + index * stepMs;
    const point = byTime.get(atMs);
    return {
      atMs,
      values: {
        lag: point?.appliedLagMs?.max ?? null,
        apply: point?.applyQueue?.max ?? null,
        certify: point?.certifyQueue?.max ?? null,
      },
    };
  });
  return {
    points,
    lag: findPeak(samples, (point) => point.appliedLagMs),
    apply: findPeak(samples, (point) => point.applyQueue),
    certify: findPeak(samples, (point) => point.certifyQueue),
    looked: countLooks(samples, points.length, stepMs),
  };
}

function countLooks(samples: readonly SamplePoint[], intervals: number, stepMs: number): Looked | null {
  const seen = samples.filter((point) => point.looks > 0);
  const count = seen.reduce((sum, point) => sum + point.looks, 0);
  if (count === 0) return null;
  const seenMs = seen.reduce((sum, point) => sum + point.count * sampleEverySeconds * 1_000, 0);
  return { count, everyMs: seenMs / count, unseenMs: Math.max(0, intervals - seen.length) * stepMs };
}

function findPeak(
  samples: readonly SamplePoint[],
  read: (point: SamplePoint) => SampleFigure | null,
): Peak | null {
  return samples.reduce<Peak | null>((highest, point) => {
    const value = read(point)?.max ?? null;
    if (value === null || (highest !== null && value <= highest.value)) return highest;
    return { value, atMs: Date.parse(point.at) };
  }, null);
}
