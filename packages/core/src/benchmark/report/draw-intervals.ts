import { areaOf, type PlotArea, roundScale, type Tick, ticksOf, toTenth } from "./plot-area";

/** An estimate with its interval. */
export interface Interval {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
  /** A figure from elsewhere that stands beside it. */
  readonly mark?: number;
}

/** A bar from zero to an estimate, with its interval across its end. */
export interface IntervalBar {
  readonly y: number;
  readonly fromX: number;
  readonly toX: number;
  readonly lowX: number;
  readonly highX: number;
  /** Null: there is no mark. */
  readonly markX: number | null;
}

/** Bars with intervals, a row each, around zero. */
export interface IntervalDrawing {
  readonly area: PlotArea;
  readonly zeroX: number;
  readonly ticks: readonly Tick[];
  readonly bars: readonly IntervalBar[];
}

const rowHeight = 34;

/** Lays bars in the order of the estimates; the axis holds every interval whole, every mark, and zero. */
export function drawIntervals(intervals: readonly Interval[]): IntervalDrawing {
  const area = areaOf(intervals.length * rowHeight + 40, { left: 200 });
  const right = area.right - 64;
  const x = roundScale(
    intervals.flatMap(({ low, high, middle, mark = middle }) => [low, high, middle, mark]),
    [area.left, right],
  );
  const zeroX = toTenth(x(0));
  const bars = intervals.map(({ middle, low, high, mark }, row) => {
    const end = toTenth(x(middle));
    return {
      y: area.top + row * rowHeight + rowHeight / 2,
      fromX: Math.min(zeroX, end),
      toX: Math.max(zeroX, end),
      lowX: toTenth(x(low)),
      highX: toTenth(x(high)),
      markX: mark === undefined ? null : toTenth(x(mark)),
    };
  });
  return { area: { ...area, right }, zeroX, ticks: ticksOf(x), bars };
}
