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
import { SERIES_COLORS } from "../foundation/series";
import { ChartFrame, type ChartTable } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import { AXIS } from "./plot";
import { type ChartSeries, dashOf, listRangeTicks } from "./series";

/** One measurement of two figures. */
export interface ScatterDot {
  readonly id: string;
  /** What it is one of: a run, with what it was made. */
  readonly label: string;
  /** The same for the table, a column each. */
  readonly facts: readonly (string | number)[];
  readonly x: number;
  readonly y: number;
}

/** What was measured several times. Its line leads through points that stand for some dots each. */
export interface ScatterGroup extends ChartSeries {
  readonly dots: readonly ScatterDot[];
  readonly line: readonly ScatterPoint[];
}

/** A point of a line, with its name beside it. */
export interface ScatterPoint {
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

/** One of the two figures. */
export interface ScatterAxis {
  readonly name: string;
  /** With its unit, as the file has plain figures. */
  readonly fileName: string;
  /** With the unit. */
  readonly formatValue: (value: number) => string;
}

/** Properties of {@link ScatterPlot}. */
export interface ScatterPlotProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly groups: readonly ScatterGroup[];
  readonly x: ScatterAxis;
  readonly y: ScatterAxis;
  /** Of the table's columns before the figures. */
  readonly headers: { readonly name: string; readonly facts: readonly string[] };
  /** Stands in place of the plot while there is no dot. */
  readonly empty: ReactNode;
  readonly fileName: string;
  readonly heightPx?: number;
  readonly headingLevel?: 2 | 3 | 4;
  readonly className?: string;
}

const HEIGHT_PX = 300;

/** One figure against another, a dot for each measurement. Neither axis need start at zero. */
export function ScatterPlot(props: ScatterPlotProps): ReactNode {
  const { title, groups, heightPx = HEIGHT_PX } = props;
  const hasDots = groups.some(({ dots }) => dots.length > 0);
  return (
    <ChartFrame
      title={title}
      description={props.description}
      series={groups}
      showLegend
      table={toTable(props)}
      fileName={props.fileName}
      {...(props.headingLevel === undefined ? {} : { headingLevel: props.headingLevel })}
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      <div style={{ height: heightPx }}>
        {hasDots ? (
          <Plot {...props} />
        ) : (
          <div className="grid h-full place-items-center rounded-md bg-sunken px-4 text-ink-muted text-sm">
            {props.empty}
          </div>
        )}
      </div>
    </ChartFrame>
  );
}

function Plot(props: ScatterPlotProps): ReactNode {
  const { title, groups, x, y } = props;
  const ticksOf = (figure: "x" | "y"): number[] =>
    listRangeTicks(groups.flatMap(({ dots }) => dots.map((dot) => dot[figure])));
  const [ticksX, ticksY] = [ticksOf("x"), ticksOf("y")];
  const name = { fill: "var(--ink-muted)", fontSize: 11 } as const;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ScatterChart title={title} margin={{ top: 20, right: 20, bottom: 14, left: 0 }}>
        <CartesianGrid stroke="var(--line)" />
        <XAxis
          {...AXIS}
          dataKey="x"
          type="number"
          domain={[ticksX[0] ?? 0, ticksX.at(-1) ?? 1]}
          ticks={ticksX}
          interval="preserveStartEnd"
          tickFormatter={x.formatValue}
          minTickGap={24}
          label={{ value: x.name, position: "insideBottomRight", offset: -10, ...name }}
        />
        <YAxis
          {...AXIS}
          dataKey="y"
          type="number"
          width="auto"
          domain={[ticksY[0] ?? 0, ticksY.at(-1) ?? 1]}
          ticks={ticksY}
          interval={0}
          tickFormatter={y.formatValue}
        />
        <text x={4} y={11} {...name}>
          {y.name}
        </text>
        <Tooltip
          isAnimationActive={false}
          cursor={false}
          content={(state) => <DotDetail state={state} chart={props} />}
        />
        {groups.map((group) => (
          <Scatter
            key={group.id}
            data={[...group.dots]}
            fill={SERIES_COLORS[group.kind]}
            shape={<Dot group={group} />}
            isAnimationActive={false}
          />
        ))}
        {groups.map((group, index) => (
          <Scatter
            key={`${group.id} line`}
            data={[...group.line]}
            line={{ stroke: SERIES_COLORS[group.kind], strokeWidth: 1.5, strokeDasharray: dashOf(group) }}
            shape={<PointName isBelow={index % 2 === 1} />}
            tooltipType="none"
            isAnimationActive={false}
          />
        ))}
      </ScatterChart>
    </ResponsiveContainer>
  );
}

/** Recharts gives the place to the element that it is handed. */
interface Placed {
  readonly cx?: number | string;
  readonly cy?: number | string;
}

/** Full, or of a further group of its kind a ring with the dash of that group's line. */
function Dot({ group, cx, cy }: Placed & { readonly group: ChartSeries }): ReactNode {
  if (typeof cx !== "number" || typeof cy !== "number") return null;
  const color = SERIES_COLORS[group.kind];
  const dash = dashOf(group);
  return dash === "" ? (
    <circle cx={cx} cy={cy} r={4} fill={color} fillOpacity={0.55} stroke={color} />
  ) : (
    <circle cx={cx} cy={cy} r={4} fill="none" stroke={color} strokeWidth={1.75} strokeDasharray={dash} />
  );
}

/** Of every other group below its point: groups that lie close do not cover each other's names. */
function PointName({ cx, cy, label, isBelow }: PointNameProps): ReactNode {
  if (typeof cx !== "number" || typeof cy !== "number") return null;
  return (
    <text
      x={isBelow ? cx + 7 : cx - 7}
      y={isBelow ? cy + 16 : cy - 7}
      textAnchor={isBelow ? "start" : "end"}
      fill="var(--ink)"
      stroke="var(--surface)"
      strokeWidth={3}
      paintOrder="stroke"
      fontSize={11}
    >
      {label}
    </text>
  );
}

interface PointNameProps extends Placed {
  readonly label?: string;
  readonly isBelow: boolean;
}

function DotDetail({ state, chart }: { state: TooltipContentProps; chart: ScatterPlotProps }): ReactNode {
  const id: unknown = state.payload?.[0]?.payload?.id;
  const group = chart.groups.find(({ dots }) => dots.some((dot) => dot.id === id));
  const dot = group?.dots.find((one) => one.id === id);
  if (!state.active || group === undefined || dot === undefined) return null;
  const color = SERIES_COLORS[group.kind];
  return (
    <ChartTooltip
      title={`${group.label} · ${dot.label}`}
      lines={[
        { id: "x", label: chart.x.name, value: chart.x.formatValue(dot.x), color },
        { id: "y", label: chart.y.name, value: chart.y.formatValue(dot.y), color },
      ]}
    />
  );
}

function toTable({ groups, headers, x, y }: ScatterPlotProps): ChartTable {
  const dots = groups.flatMap((group) => group.dots.map((dot) => ({ name: group.label, dot })));
  const heads = [headers.name, ...headers.facts];
  return {
    headers: [...heads, x.name, y.name],
    rows: () =>
      dots.map(({ name, dot }) => [
        name,
        ...dot.facts.map(String),
        x.formatValue(dot.x),
        y.formatValue(dot.y),
      ]),
    file: () => [
      [...heads, x.fileName, y.fileName],
      ...dots.map(({ name, dot }) => [name, ...dot.facts, dot.x, dot.y]),
    ],
  };
}
