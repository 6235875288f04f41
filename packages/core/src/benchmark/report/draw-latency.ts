import type { BenchmarkRun } from "@primacy/contract";
import { line } from "d3-shape";
import { nearestRank } from "../statistics";
import { areaOf, type PlotArea, roundScale, type Tick, ticksOf, toTenth } from "./plot-area";

/** The runs of one arm: each a point, and a line through the middle runs of its thread counts. */
export interface LatencyArm {
  readonly arm: number;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly middles: readonly { readonly threads: number; readonly x: number; readonly y: number }[];
  readonly line: string;
}

/** The 95th percentile of the latency against throughput. */
export interface LatencyDrawing {
  readonly area: PlotArea;
  readonly ticksX: readonly Tick[];
  readonly ticksY: readonly Tick[];
  readonly arms: readonly LatencyArm[];
}

interface Point {
  readonly arm: number;
  readonly threads: number;
  readonly tps: number;
  readonly ms: number;
}

/**
 * Draws every run that counts and whose percentile is known. Percentiles are not averaged: the line joins medians, each a
 * figure that a run had, of an even number the lower of the two in the middle. Null where there is nothing to draw.
 */
export function drawLatency(runs: readonly BenchmarkRun[]): LatencyDrawing | null {
  const points = runs.flatMap(({ state, figures, arm, threads }): Point[] => {
    const p95 = figures?.latency.p95 ?? null;
    if (state !== "done" || figures === null || p95 === null || p95.isAtLeast) return [];
    return [{ arm, threads, tps: figures.tps, ms: p95.ms }];
  });
  if (points.length === 0) return null;
  const area = areaOf(300);
  const x = roundScale(
    points.map(({ tps }) => tps),
    [area.left, area.right],
  );
  const y = roundScale(
    points.map(({ ms }) => ms),
    [area.bottom, area.top],
  );
  const place = ({ tps, ms }: Pick<Point, "tps" | "ms">) => ({ x: toTenth(x(tps)), y: toTenth(y(ms)) });
  const arms = listNumbers(points.map(({ arm }) => arm)).map((arm): LatencyArm => {
    const own = points.filter((point) => point.arm === arm);
    const middles = listNumbers(own.map(({ threads }) => threads)).map((threads) => {
      const ofThreads = own.filter((point) => point.threads === threads);
      const middle = {
        tps: nearestRank(
          ofThreads.map((point) => point.tps),
          50,
        ),
        ms: nearestRank(
          ofThreads.map((point) => point.ms),
          50,
        ),
      };
      return { threads, ...place(middle) };
    });
    const path = line<{ readonly x: number; readonly y: number }>(
      (point) => point.x,
      (point) => point.y,
    );
    return { arm, points: own.map(place), middles, line: path([...middles]) ?? "" };
  });
  return { area, ticksX: ticksOf(x), ticksY: ticksOf(y, 5), arms };
}

function listNumbers(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
