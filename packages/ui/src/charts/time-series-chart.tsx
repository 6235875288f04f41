"use client";

import type { ReactNode } from "react";
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { SERIES_COLORS } from "../foundation/series";
import { TONE_STYLES, type Tone } from "../foundation/tone";
import { useWidth } from "../foundation/use-width";
import { ChartFrame, type ChartTable } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import { AXIS, HEIGHT_PX, PLOT_PX } from "./plot";
import { type ChartPoint, type ChartSeries, canLabelDirectly, listAxisTicks, listValues } from "./series";

/** A moment on the time axis that explains the lines: a switchover. */
export interface ChartMarker {
  readonly atMs: number;
  readonly label: string;
  readonly tone: Tone;
}

/** Properties of {@link TimeSeriesChart}. */
export interface TimeSeriesChartProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly series: readonly ChartSeries[];
  /** In order of time; at most 500. */
  readonly points: readonly ChartPoint[];
  /** With the unit. */
  readonly formatValue: (value: number) => string;
  readonly formatTime: (atMs: number) => string;
  /** The header of the time column; the file's times are UTC. */
  readonly timeHeader: string;
  readonly markers?: readonly ChartMarker[];
  readonly fileName: string;
  /** The heading's level in the page's outline; 2 where it is absent. */
  readonly headingLevel?: 2 | 3 | 4;
  /** For a chart beside other things; at least 100. */
  readonly heightPx?: number;
  readonly className?: string;
}

/** Narrower charts keep their width for the lines. */
const DIRECT_FROM_PX = 480;

/** Values over time, from zero. Hover shows every series at that instant; a gap in the data is a gap in the line. */
export function TimeSeriesChart(props: TimeSeriesChartProps): ReactNode {
  const { title, series, points, formatValue, formatTime, markers = [], heightPx = HEIGHT_PX } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const ticks = listAxisTicks(listValues(points, series));
  const top = ticks.at(-1) ?? 1;
  const direct =
    (width ?? 0) >= DIRECT_FROM_PX &&
    canLabelDirectly(points, series, { heightPx: heightPx - (HEIGHT_PX - PLOT_PX), top });
  return (
    <ChartFrame
      title={title}
      description={props.description}
      series={series}
      showLegend={!direct}
      table={toTable(props)}
      fileName={props.fileName}
      {...(props.headingLevel === undefined ? {} : { headingLevel: props.headingLevel })}
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      <div ref={box} style={{ height: heightPx }}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={[...points]}
            title={title}
            margin={{ top: 8, right: direct ? labelRoom(series) : 12, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              {...AXIS}
              dataKey="atMs"
              type="number"
              scale="time"
              domain={["dataMin", "dataMax"]}
              tickFormatter={formatTime}
              minTickGap={48}
            />
            <YAxis
              {...AXIS}
              width="auto"
              domain={[0, top]}
              ticks={ticks}
              interval={0}
              tickFormatter={formatValue}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--line-control)", strokeDasharray: "3 3" }}
              content={(state) => <Instant state={state} chart={props} />}
            />
            {markers.map((marker) => (
              <ReferenceLine
                key={`${marker.atMs}:${marker.label}`}
                x={marker.atMs}
                stroke={TONE_STYLES[marker.tone].cssColor}
                strokeDasharray="4 3"
                label={{
                  value: marker.label,
                  position: "insideTopLeft",
                  fill: "var(--ink-muted)",
                  fontSize: 11,
                }}
              />
            ))}
            {series.map(({ id, label, kind }) => (
              <Line
                key={id}
                name={label}
                dataKey={(point: ChartPoint) => point.values[id] ?? null}
                stroke={SERIES_COLORS[kind]}
                strokeWidth={1.75}
                dot={false}
                activeDot={{ r: 3, strokeWidth: 0 }}
                isAnimationActive={false}
                connectNulls={false}
                {...(direct
                  ? { label: <EndLabel text={label} color={SERIES_COLORS[kind]} last={points.length - 1} /> }
                  : {})}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </ChartFrame>
  );
}

/** Room for the longest name: about 7 px for a Latin letter, 12 for a Han character. */
function labelRoom(series: readonly ChartSeries[]): number {
  const widths = series.map(({ label }) =>
    [...label].reduce((sum, sign) => sum + (sign > "\u2e80" ? 12 : 7), 0),
  );
  return Math.min(160, 16 + Math.max(0, ...widths));
}

/** Recharts gives place and index to the element that it is handed. */
interface EndLabelProps {
  readonly text: string;
  readonly color: string;
  readonly last: number;
  readonly x?: number | string;
  readonly y?: number | string;
  readonly index?: number;
}

/** A series' name at the end of its line. */
function EndLabel({ text, color, last, x, y, index }: EndLabelProps): ReactNode {
  if (index !== last || typeof x !== "number" || typeof y !== "number") return null;
  return (
    <text x={x + 8} y={y} dy="0.35em" fontSize={12} fontWeight={500} fill={color}>
      {text}
    </text>
  );
}

function Instant({ state, chart }: { state: TooltipContentProps; chart: TimeSeriesChartProps }): ReactNode {
  const point = chart.points.find(({ atMs }) => atMs === state.label);
  if (!state.active || point === undefined) return null;
  return (
    <ChartTooltip
      title={chart.formatTime(point.atMs)}
      lines={chart.series.map(({ id, label, kind }) => {
        const value = point.values[id] ?? null;
        return {
          id,
          label,
          color: SERIES_COLORS[kind],
          value: value === null ? "–" : chart.formatValue(value),
        };
      })}
    />
  );
}

function toTable(chart: TimeSeriesChartProps): ChartTable {
  const headers = [chart.timeHeader, ...chart.series.map(({ label }) => label)];
  return {
    headers,
    rows: () =>
      chart.points.map((point) => [
        chart.formatTime(point.atMs),
        ...chart.series.map(({ id }) => {
          const value = point.values[id] ?? null;
          return value === null ? "–" : chart.formatValue(value);
        }),
      ]),
    file: () => [
      headers,
      ...chart.points.map((point) => [
        new Date(point.atMs).toISOString(),
        ...chart.series.map(({ id }) => point.values[id] ?? null),
      ]),
    ],
  };
}
