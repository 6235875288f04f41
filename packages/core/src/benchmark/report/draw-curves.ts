import type { RunFigure } from "@primacy/contract";
import { scaleLinear } from "d3-scale";
import { area as areaPath, line } from "d3-shape";
import { areaOf, type PlotArea, roundScale, type Tick, ticksOf, toTenth } from "./plot-area";

/** A curve over seconds; null where nothing was measured. */
export interface CurveInput {
  readonly id: string;
  readonly points: readonly { readonly x: number; readonly figure: RunFigure }[];
}

/** A curve as paths of SVG: its means, and the band from the lowest to the highest second of each point. */
export interface DrawnCurve {
  readonly id: string;
  readonly line: string;
  readonly band: string;
}

/** Curves on one pair of axes. */
export interface CurveDrawing {
  readonly area: PlotArea;
  readonly ticksX: readonly Tick[];
  readonly ticksY: readonly Tick[];
  /** Where the warm-up ends. */
  readonly warmupX: number;
  readonly curves: readonly DrawnCurve[];
}

/** Draws the curves of one block. A gap is left open, and a stall goes down to zero: the axis begins there. */
export function drawCurves(
  curves: readonly CurveInput[],
  { toX, warmupSeconds }: { readonly toX: number; readonly warmupSeconds: number },
): CurveDrawing {
  const area = areaOf(180, { left: 48, width: 460 });
  const x = scaleLinear()
    .domain([0, Math.max(1, toX)])
    .range([area.left, area.right]);
  const highest = curves.flatMap(({ points }) => points.map(({ figure }) => figure?.max ?? 0));
  const y = roundScale([largestOf(highest)], [area.bottom, area.top]);
  const at = (second: number): number => toTenth(x(second));
  return {
    area,
    ticksX: ticksOf(x, 8),
    ticksY: ticksOf(y, 5),
    warmupX: toTenth(x(Math.min(warmupSeconds, Math.max(1, toX)))),
    curves: curves.map(({ id, points }) => ({ id, ...toPaths(points, at, (value) => toTenth(y(value))) })),
  };
}

function toPaths(
  points: CurveInput["points"],
  x: (second: number) => number,
  y: (value: number) => number,
): { readonly line: string; readonly band: string } {
  const means = line<CurveInput["points"][number]>()
    .defined(({ figure }) => figure !== null)
    .x((point) => x(point.x))
    .y(({ figure }) => y(figure?.mean ?? 0));
  const band = areaPath<CurveInput["points"][number]>()
    .defined(({ figure }) => figure !== null)
    .x((point) => x(point.x))
    .y0(({ figure }) => y(figure?.min ?? 0))
    .y1(({ figure }) => y(figure?.max ?? 0));
  return { line: means([...points]) ?? "", band: band([...points]) ?? "" };
}

/** Without spreading: a long run has more values than a call takes arguments. */
function largestOf(values: readonly number[]): number {
  return values.reduce((largest, one) => Math.max(largest, one), 0);
}
