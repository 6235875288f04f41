"use client";

import type { ReactNode } from "react";
import {
  CartesianGrid,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { SERIES_COLORS, type SeriesKind } from "../foundation/series";
import { ChartFrame, type ChartTable } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import { AXIS } from "./plot";
import { listRangeTicks } from "./series";

/** One measurement. */
export interface PlottedDot {
  readonly id: string;
  /** What it is one of: a run, a day. */
  readonly label: string;
  readonly value: number;
  /** What the detail adds to the value, such as its error. */
  readonly note?: string;
}

/** What was measured several times. */
export interface DotRow {
  readonly id: string;
  readonly label: string;
  readonly kind: SeriesKind;
  readonly dots: readonly PlottedDot[];
  /** Null where there is no dot. */
  readonly mean: number | null;
  /** The dot that a ring is drawn around, such as the worst. */
  readonly ringed?: string | null;
}

/** Properties of {@link DotPlot}. */
export interface DotPlotProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly rows: readonly DotRow[];
  /** With the unit. */
  readonly formatValue: (value: number) => string;
  /** The table's headers. */
  readonly headers: {
    readonly name: string;
    readonly mean: string;
    readonly low: string;
    readonly high: string;
    readonly count: string;
    readonly dot: string;
    readonly value: string;
  };
  readonly fileName: string;
  readonly headingLevel?: 2 | 3 | 4;
  readonly className?: string;
}

const ROW_PX = 36;
const AXIS_PX = 32;
/** Dots of one row stand a little above and below its middle, so that equal ones are seen apart. */
const LIFTS = [0, 0.16, -0.16, 0.08, -0.08] as const;
const NAME_SIGNS = 16;

interface Placed extends PlottedDot {
  readonly isRinged: boolean;
  readonly rowLabel: string;
  readonly x: number;
  readonly y: number;
}

/** Every measurement as a dot, a row for each thing that was measured, with the mean as a line and a figure. The axis need not start at zero. */
export function DotPlot(props: DotPlotProps): ReactNode {
  const { title, rows, formatValue } = props;
  const ticks = listRangeTicks(rows.flatMap(({ dots }) => dots.map(({ value }) => value)));
  const places = rows.map((_, index) => rows.length - 1 - index);
  const rowAt = (place: number): DotRow | undefined => rows[rows.length - 1 - place];
  const rowAxis = {
    ...AXIS,
    dataKey: "y",
    type: "number",
    domain: [-0.5, rows.length - 0.5],
    ticks: places,
    interval: 0,
    width: "auto",
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
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      <div style={{ height: rows.length * ROW_PX + AXIS_PX }}>
        <ResponsiveContainer width="100%" height="100%">
          <ScatterChart title={title} margin={{ top: 0, right: 8, bottom: 0, left: 0 }}>
            <CartesianGrid horizontal={false} stroke="var(--line)" />
            <XAxis
              {...AXIS}
              dataKey="x"
              type="number"
              domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
              ticks={ticks}
              interval="preserveStartEnd"
              tickFormatter={formatValue}
              minTickGap={24}
            />
            <YAxis
              {...rowAxis}
              yAxisId="name"
              tick={{ fill: "var(--ink)", fontSize: 12 }}
              tickFormatter={(place: number) => shorten(rowAt(place)?.label ?? "")}
            />
            <YAxis
              {...rowAxis}
              yAxisId="mean"
              orientation="right"
              tick={{ fill: "var(--ink)", fontSize: 12, fontWeight: 500 }}
              tickFormatter={(place: number) => meanText(rowAt(place), formatValue)}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={false}
              content={(state) => <DotDetail state={state} chart={props} />}
            />
            {rows.map((row, index) => (
              <Scatter
                key={row.id}
                yAxisId="name"
                data={placeDots(row, places[index] ?? 0)}
                fill={SERIES_COLORS[row.kind]}
                fillOpacity={0.75}
                shape={<Dot color={SERIES_COLORS[row.kind]} />}
                isAnimationActive={false}
              />
            ))}
            <Scatter
              yAxisId="mean"
              data={rows.flatMap(({ mean }, index) =>
                mean === null ? [] : [{ x: mean, y: places[index] ?? 0 }],
              )}
              shape={<MeanMark />}
              tooltipType="none"
              isAnimationActive={false}
            />
          </ScatterChart>
        </ResponsiveContainer>
      </div>
    </ChartFrame>
  );
}

function placeDots(row: DotRow, y: number): Placed[] {
  return row.dots.map((dot, index) => ({
    ...dot,
    rowLabel: row.label,
    isRinged: dot.id === row.ringed,
    x: dot.value,
    y: y + (LIFTS[index % LIFTS.length] ?? 0),
  }));
}

/** A long name would leave no room for the dots; the table has it in full. */
function shorten(label: string): string {
  const signs = [...label];
  return signs.length <= NAME_SIGNS ? label : `${signs.slice(0, NAME_SIGNS - 1).join("")}…`;
}

function meanText(row: DotRow | undefined, formatValue: (value: number) => string): string {
  return row === undefined || row.mean === null ? "–" : formatValue(row.mean);
}

/** Recharts gives the place to the element that it is handed. */
function Dot({ color, cx, cy, isRinged = false }: DotProps): ReactNode {
  if (typeof cx !== "number" || typeof cy !== "number") return null;
  return (
    <g>
      <circle cx={cx} cy={cy} r={4} fill={color} fillOpacity={0.55} stroke={color} />
      {isRinged ? <circle cx={cx} cy={cy} r={7} fill="none" stroke="var(--ink)" strokeWidth={1.5} /> : null}
    </g>
  );
}

interface DotProps {
  readonly color: string;
  readonly cx?: number | string;
  readonly cy?: number | string;
  readonly isRinged?: boolean;
}

/** The mean of a row, across its dots. */
function MeanMark({ cx, cy }: { cx?: number | string; cy?: number | string }): ReactNode {
  if (typeof cx !== "number" || typeof cy !== "number") return null;
  const reach = ROW_PX * 0.34;
  return <line x1={cx} x2={cx} y1={cy - reach} y2={cy + reach} stroke="var(--ink)" strokeWidth={1.5} />;
}

function DotDetail({ state, chart }: { state: TooltipContentProps; chart: DotPlotProps }): ReactNode {
  const dots = chart.rows.flatMap((row) => row.dots.map((dot) => ({ row, dot })));
  const id: unknown = state.payload?.[0]?.payload?.id;
  const found = dots.find(({ dot }) => dot.id === id);
  if (!state.active || found === undefined) return null;
  const { row, dot } = found;
  return (
    <ChartTooltip
      title={row.label}
      lines={[
        {
          id: dot.id,
          label: dot.label,
          value: [chart.formatValue(dot.value), ...(dot.note === undefined ? [] : [dot.note])].join(" "),
          color: SERIES_COLORS[row.kind],
        },
      ]}
    />
  );
}

function toTable({ rows, headers, formatValue }: DotPlotProps): ChartTable {
  const text = (value: number | null): string => (value === null ? "–" : formatValue(value));
  const edge = (row: DotRow, pick: (...values: number[]) => number): number | null =>
    row.dots.length === 0 ? null : pick(...row.dots.map(({ value }) => value));
  return {
    headers: [headers.name, headers.mean, headers.low, headers.high, headers.count],
    rows: () =>
      rows.map((row) => [
        row.label,
        text(row.mean),
        text(edge(row, Math.min)),
        text(edge(row, Math.max)),
        String(row.dots.length),
      ]),
    file: () => [
      [headers.name, headers.dot, headers.value],
      ...rows.flatMap((row) => row.dots.map((dot) => [row.label, dot.label, dot.value])),
    ],
  };
}
