"use client";

import type { ReactNode } from "react";
import {
  CartesianGrid,
  ErrorBar,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  XAxis,
  YAxis,
} from "recharts";
import { SERIES_COLORS, type SeriesKind } from "../foundation/series";
import { ChartFrame } from "./chart-frame";
import { AXIS } from "./plot";
import { listRangeTicks } from "./series";

/** One estimate with the interval that it lies in. */
export interface IntervalRow {
  readonly id: string;
  readonly label: string;
  readonly kind: SeriesKind;
  readonly middle: number;
  readonly low: number;
  readonly high: number;
  /** What the table says besides, in the order of its further headers. */
  readonly details?: readonly string[];
}

/** Properties of {@link IntervalPlot}. */
export interface IntervalPlotProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly rows: readonly IntervalRow[];
  /** With the unit. */
  readonly formatValue: (value: number) => string;
  readonly headers: {
    readonly name: string;
    readonly middle: string;
    readonly low: string;
    readonly high: string;
    readonly details?: readonly string[];
  };
  readonly fileName: string;
  readonly headingLevel?: 2 | 3 | 4;
}

const ROW_PX = 34;
const AXIS_PX = 32;
const NAME_SIGNS = 24;

/** Estimates with their intervals, a row for each, around a line at zero: what crosses the line may be nothing. */
export function IntervalPlot(props: IntervalPlotProps): ReactNode {
  const { title, rows, formatValue, headers } = props;
  const ticks = listRangeTicks([0, ...rows.flatMap(({ low, high }) => [low, high])]);
  const rowAt = (place: number): IntervalRow | undefined => rows[rows.length - 1 - place];
  const rowAxis = {
    ...AXIS,
    dataKey: "y",
    type: "number",
    domain: [-0.5, rows.length - 0.5],
    ticks: rows.map((_, index) => index),
    interval: 0,
    width: "auto",
    tick: { fill: "var(--ink)", fontSize: 12 },
  } as const;
  return (
    <ChartFrame
      title={title}
      description={props.description}
      series={[]}
      showLegend={false}
      table={{
        headers: [headers.name, headers.middle, headers.low, headers.high, ...(headers.details ?? [])],
        rows: rows.map(({ label, middle, low, high, details = [] }) => [
          label,
          ...[middle, low, high].map(formatValue),
          ...details,
        ]),
        file: () => [
          [headers.name, headers.middle, headers.low, headers.high, ...(headers.details ?? [])],
          ...rows.map(({ label, middle, low, high, details = [] }) => [label, middle, low, high, ...details]),
        ],
      }}
      fileName={props.fileName}
      {...(props.headingLevel === undefined ? {} : { headingLevel: props.headingLevel })}
    >
      <div style={{ height: rows.length * ROW_PX + AXIS_PX }}>
        <ResponsiveContainer width="100%" height="100%">
          <ScatterChart title={title} margin={{ top: 0, right: 8, bottom: 0, left: 0 }}>
            <CartesianGrid horizontal={false} stroke="var(--line)" />
            <XAxis
              {...AXIS}
              dataKey="x"
              type="number"
              domain={[ticks[0] ?? -1, ticks.at(-1) ?? 1]}
              ticks={ticks}
              interval="preserveStartEnd"
              tickFormatter={formatValue}
              minTickGap={24}
            />
            <YAxis
              {...rowAxis}
              yAxisId="name"
              tickFormatter={(place: number) => shorten(rowAt(place)?.label)}
            />
            <YAxis
              {...rowAxis}
              yAxisId="figure"
              orientation="right"
              tickFormatter={(place: number) => figureText(rowAt(place), formatValue)}
            />
            {/* Recharts draws an axis only where something is on it. */}
            <Scatter
              yAxisId="figure"
              data={rows.map(({ middle }, index) => ({ x: middle, y: rows.length - 1 - index }))}
              shape={() => <g />}
              tooltipType="none"
              isAnimationActive={false}
            />
            <ReferenceLine x={0} yAxisId="name" stroke="var(--ink-muted)" strokeWidth={1.5} />
            {rows.map(({ id, kind, middle, low, high }, index) => (
              <Scatter
                key={id}
                yAxisId="name"
                data={[{ x: middle, y: rows.length - 1 - index, reach: [middle - low, high - middle] }]}
                fill={SERIES_COLORS[kind]}
                isAnimationActive={false}
              >
                <ErrorBar
                  dataKey="reach"
                  direction="x"
                  width={8}
                  strokeWidth={2.5}
                  stroke={SERIES_COLORS[kind]}
                  isAnimationActive={false}
                />
              </Scatter>
            ))}
          </ScatterChart>
        </ResponsiveContainer>
      </div>
    </ChartFrame>
  );
}

function figureText(row: IntervalRow | undefined, formatValue: (value: number) => string): string {
  return row === undefined ? "" : formatValue(row.middle);
}

/** A long name would leave no room for the intervals; the table has it in full. */
function shorten(label = ""): string {
  const signs = [...label];
  return signs.length <= NAME_SIGNS ? label : `${signs.slice(0, NAME_SIGNS - 1).join("")}…`;
}
