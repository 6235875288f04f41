"use client";

import type { ComponentProps, ReactNode } from "react";
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
  /** What somebody else has for the same, without an interval: drawn hollow. */
  readonly mark?: number;
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
    /** What the hollow marks are; without it there are none. */
    readonly mark?: string;
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
  const ticks = listRangeTicks([0, ...rows.flatMap(({ low, high, mark = 0 }) => [low, high, mark])]);
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
      table={toTable(props)}
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
            {rows.map(({ id, kind, mark }, index) =>
              mark === undefined ? null : (
                <Scatter
                  key={`mark ${id}`}
                  yAxisId="name"
                  data={[{ x: mark, y: rows.length - 1 - index }]}
                  shape={<HollowMark color={SERIES_COLORS[kind]} />}
                  isAnimationActive={false}
                />
              ),
            )}
          </ScatterChart>
        </ResponsiveContainer>
      </div>
      {headers.mark === undefined ? null : (
        <p className="mt-1 flex items-center gap-1.5 text-ink-muted text-xs">
          <svg aria-hidden width="12" height="12" viewBox="-6 -6 12 12">
            <HollowMark cx={0} cy={0} color="var(--ink-muted)" />
          </svg>
          {headers.mark}
        </p>
      )}
    </ChartFrame>
  );
}

/** A diamond without a filling: in shape, too, nothing like a measured point. */
function HollowMark({
  cx,
  cy,
  color,
}: {
  readonly cx?: number;
  readonly cy?: number;
  readonly color: string;
}): ReactNode {
  if (cx === undefined || cy === undefined) return null;
  return (
    <path
      className="hollow-mark"
      transform={`translate(${cx} ${cy})`}
      d="M0-5L5 0L0 5L-5 0Z"
      fill="var(--surface)"
      stroke={color}
      strokeWidth={1.75}
    />
  );
}

/** The same as figures. */
function toTable({
  rows,
  headers,
  formatValue,
}: IntervalPlotProps): ComponentProps<typeof ChartFrame>["table"] {
  const { name, middle, low, high, mark, details = [] } = headers;
  const titles = [name, middle, low, high, ...(mark === undefined ? [] : [mark]), ...details];
  const marked = <T,>(value: T): readonly T[] => (mark === undefined ? [] : [value]);
  return {
    headers: titles,
    rows: () =>
      rows.map((row) => [
        row.label,
        ...[row.middle, row.low, row.high].map(formatValue),
        ...marked(row.mark === undefined ? "–" : formatValue(row.mark)),
        ...(row.details ?? []),
      ]),
    file: () => [
      titles,
      ...rows.map((row) => [
        row.label,
        row.middle,
        row.low,
        row.high,
        ...marked(row.mark ?? ""),
        ...(row.details ?? []),
      ]),
    ],
  };
}

function figureText(row: IntervalRow | undefined, formatValue: (value: number) => string): string {
  return row === undefined ? "" : formatValue(row.middle);
}

/** A long name would leave no room for the intervals; the table has it in full. */
function shorten(label = ""): string {
  const signs = [...label];
  return signs.length <= NAME_SIGNS ? label : `${signs.slice(0, NAME_SIGNS - 1).join("")}…`;
}
