import type { SeriesKind } from "../foundation/series";

/** One line or bar. Its colour comes from what it stands for. */
export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  readonly kind: SeriesKind;
  /** Which of several of its kind, from 0: they share a colour, and each has another dash. */
  readonly nth?: number;
}

/** The dashes of lines of one kind, as SVG has them; the first line is whole. */
const DASHES = ["", "6 3", "2 3", "10 3 2 3", "1 2"] as const;

/** The dash of a series' line. */
export function dashOf({ nth = 0 }: Pick<ChartSeries, "nth">): string {
  return DASHES[nth % DASHES.length] ?? "";
}

/** The values of all series at one moment; null where there was none (a gap in the line). */
export interface ChartPoint {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly values: Readonly<Record<string, number | null>>;
}

/** The server sends no more; more would only be slow. */
export const MAX_POINTS = 500;

/** At least this many pixels between two labels at line ends. */
const LABEL_GAP_PX = 16;

/** The last value of a series; null where it has none. */
export function findLastValue(points: readonly ChartPoint[], seriesId: string): number | null {
  for (let index = points.length - 1; index >= 0; index -= 1) {
    const value = points[index]?.values[seriesId];
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

/** Whether names fit at the ends of the lines without touching; otherwise they stand in a legend. */
export function canLabelDirectly(
  points: readonly ChartPoint[],
  series: readonly ChartSeries[],
  plot: { readonly heightPx: number; readonly top: number },
): boolean {
  if (series.length > 4 || plot.top <= 0) return false;
  const last = points.at(-1);
  const ends: number[] = [];
  for (const { id } of series) {
    // A line that stops early has its end in the middle of the plot, where its name would lie on others.
    const value = last?.values[id];
    if (value === null || value === undefined) return false;
    ends.push((value / plot.top) * plot.heightPx);
  }
  ends.sort((one, other) => one - other);
  return ends.every((end, index) => index === 0 || end - (ends[index - 1] ?? 0) >= LABEL_GAP_PX);
}

/** The ends that an axis may have, and into how many even steps each falls. */
const AXIS_ENDS = [
  { end: 1, steps: 5 },
  { end: 1.5, steps: 3 },
  { end: 2, steps: 4 },
  { end: 2.5, steps: 5 },
  { end: 3, steps: 3 },
  { end: 4, steps: 4 },
  { end: 5, steps: 5 },
  { end: 6, steps: 3 },
  { end: 8, steps: 4 },
  { end: 10, steps: 5 },
] as const;

/** The ticks of an axis from zero, even and round; the last is at or above the largest value. 0 to 1 without values. */
export function listAxisTicks(values: readonly number[]): number[] {
  const largest = Math.max(0, ...values);
  const power = largest === 0 ? 1 : 10 ** Math.floor(Math.log10(largest));
  const { end, steps } = AXIS_ENDS.find((candidate) => candidate.end * power >= largest) ?? {
    end: 10,
    steps: 5,
  };
  return Array.from({ length: steps + 1 }, (_, step) =>
    Number(((end * power * step) / steps).toPrecision(12)),
  );
}

/** The same of bytes: round in the unit that the largest is told in, as 5 MiB is and 5 million bytes are not. */
export function listByteTicks(values: readonly number[]): number[] {
  const largest = Math.max(1, ...values);
  const unit = 1_024 ** Math.floor(Math.log(largest) / Math.log(1_024));
  return listAxisTicks(values.map((value) => value / unit)).map((tick) => tick * unit);
}

/** Every value that is drawn. */
export function listValues(points: readonly ChartPoint[], series: readonly ChartSeries[]): number[] {
  return points
    .flatMap((point) => series.map(({ id }) => point.values[id] ?? null))
    .filter((value) => value !== null);
}

/** Even steps of which a range is made, in each power of ten. */
const RANGE_STEPS = [1, 2, 2.5, 5, 10] as const;

/**
 * The ticks of an axis that need not start at zero, even and round, around all values: for points whose place is what is
 * compared, not their length. 0 to 1 without values.
 */
export function listRangeTicks(values: readonly number[], count = 4): number[] {
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const step = power * (RANGE_STEPS.find((one) => one * power * count >= span) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}
