import type { ChartTable } from "./chart-frame";
import type { ChartSeries } from "./series";

/** The lowest, mean and highest of what one point stands for. */
export interface BandValue {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/** The values of all series at one place of the axis; null where there was none (a gap in the line). */
export interface BandPoint {
  readonly x: number;
  readonly values: Readonly<Record<string, BandValue | null>>;
}

/** The places of values that stand between two gaps: a line through them would not be seen. */
export function findLoneIndexes(points: readonly BandPoint[], seriesId: string): ReadonlySet<number> {
  const has = (index: number): boolean => (points[index]?.values[seriesId] ?? null) !== null;
  return new Set(
    points.flatMap((_, index) => (has(index) && !has(index - 1) && !has(index + 1) ? [index] : [])),
  );
}

/** What a table of points needs to know. */
interface BandTableFacts {
  readonly series: readonly ChartSeries[];
  readonly points: readonly BandPoint[];
  readonly hasBand: boolean;
  readonly formatValue: (value: number) => string;
  readonly nameX: (x: number) => string;
  readonly headers: {
    readonly x: string;
    readonly low: (label: string) => string;
    readonly high: (label: string) => string;
  };
}

/** The table behind a chart of bands: the mean of each series, and lowest and highest beside it where they differ. */
export function toBandTable(chart: BandTableFacts): ChartTable {
  const { series, points, hasBand, headers, formatValue } = chart;
  const heads = [
    headers.x,
    ...series.flatMap(({ label }) => (hasBand ? [label, headers.low(label), headers.high(label)] : [label])),
  ];
  const figures = ({ values }: BandPoint): (number | null)[] =>
    series.flatMap(({ id }) => {
      const value = values[id] ?? null;
      return hasBand ? [value?.mean ?? null, value?.min ?? null, value?.max ?? null] : [value?.mean ?? null];
    });
  return {
    headers: heads,
    rows: () =>
      points.map((point) => [
        chart.nameX(point.x),
        ...figures(point).map((value) => (value === null ? "–" : formatValue(value))),
      ]),
    file: () => [heads, ...points.map((point) => [point.x, ...figures(point)])],
  };
}
