"use client";

import type { ReactNode } from "react";
import {
  Bar,
  CartesianGrid,
  Cell,
  ErrorBar,
  BarChart as RechartsBarChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { SERIES_COLORS, type SeriesKind } from "../foundation/series";
import { ChartFrame } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import { AXIS } from "./plot";
import { listAxisTicks } from "./series";

/** One bar. */
export interface ChartBar {
  readonly id: string;
  readonly label: string;
  readonly kind: SeriesKind;
  readonly value: number;
  /** How sure it is: low and high. */
  readonly interval?: readonly [number, number];
}

/** Properties of {@link BarChart}. */
export interface BarChartProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly bars: readonly ChartBar[];
  /** With the unit. */
  readonly formatValue: (value: number) => string;
  /** The table's headers: what is compared, its value, its interval. */
  readonly headers: { readonly name: string; readonly value: string; readonly interval: string };
  readonly fileName: string;
  readonly className?: string;
}

const BAR_PX = 40;
const AXIS_PX = 32;

/** Bars beside their names, from zero; an uncertain figure carries its interval. */
export function BarChart(props: BarChartProps): ReactNode {
  const { title, bars, formatValue, headers } = props;
  const ticks = listAxisTicks(bars.map((bar) => Math.max(bar.value, bar.interval?.[1] ?? 0)));
  const table = {
    headers: [headers.name, headers.value, headers.interval],
    rows: () => bars.map((bar) => [bar.label, formatValue(bar.value), formatInterval(bar, formatValue)]),
    file: () => [
      [headers.name, headers.value, "low", "high"],
      ...bars.map((bar) => [bar.label, bar.value, bar.interval?.[0] ?? null, bar.interval?.[1] ?? null]),
    ],
  };
  return (
    <ChartFrame
      title={title}
      description={props.description}
      series={[]}
      showLegend={false}
      table={table}
      fileName={props.fileName}
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      <div style={{ height: bars.length * BAR_PX + AXIS_PX }}>
        <ResponsiveContainer width="100%" height="100%">
          <RechartsBarChart
            layout="vertical"
            title={title}
            data={bars.map((bar) => ({ ...bar, spread: spreadOf(bar) }))}
            margin={{ top: 0, right: 72, bottom: 0, left: 0 }}
            barCategoryGap={10}
          >
            <CartesianGrid horizontal={false} stroke="var(--line)" />
            <XAxis
              {...AXIS}
              type="number"
              domain={[0, ticks.at(-1) ?? 1]}
              ticks={ticks}
              interval="preserveStartEnd"
              tickFormatter={formatValue}
              minTickGap={32}
            />
            <YAxis
              {...AXIS}
              type="category"
              dataKey="label"
              width="auto"
              tick={{ fill: "var(--ink)", fontSize: 12 }}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: "var(--hover)" }}
              content={(state) => <BarDetail state={state} chart={props} />}
            />
            <Bar
              dataKey="value"
              isAnimationActive={false}
              radius={[0, 3, 3, 0]}
              maxBarSize={20}
              label={<BarLabel bars={bars} formatValue={formatValue} />}
            >
              {bars.map((bar) => (
                <Cell
                  key={bar.id}
                  fill={SERIES_COLORS[bar.kind]}
                  fillOpacity={0.28}
                  stroke={SERIES_COLORS[bar.kind]}
                />
              ))}
              <ErrorBar
                dataKey="spread"
                direction="x"
                width={6}
                strokeWidth={1.5}
                stroke="var(--ink)"
                isAnimationActive={false}
              />
            </Bar>
          </RechartsBarChart>
        </ResponsiveContainer>
      </div>
    </ChartFrame>
  );
}

/** Recharts gives place and index to the element that it is handed. */
interface BarLabelProps {
  readonly bars: readonly ChartBar[];
  readonly formatValue: (value: number) => string;
  readonly x?: number | string;
  readonly y?: number | string;
  readonly width?: number | string;
  readonly height?: number | string;
  readonly index?: number;
}

/** The figure at the end of its bar, past its interval. */
function BarLabel({ bars, formatValue, x, y, width, height, index }: BarLabelProps): ReactNode {
  const bar = bars[index ?? -1];
  if (bar === undefined || typeof x !== "number" || typeof y !== "number") return null;
  if (typeof width !== "number" || typeof height !== "number") return null;
  const end = bar.value > 0 ? (width * Math.max(bar.value, bar.interval?.[1] ?? 0)) / bar.value : 0;
  return (
    <text x={x + end + 8} y={y + height / 2} dy="0.35em" fontSize={12} fontWeight={500} fill="var(--ink)">
      {formatValue(bar.value)}
    </text>
  );
}

/** Recharts wants distances from the value. */
function spreadOf(bar: ChartBar): [number, number] {
  return bar.interval === undefined ? [0, 0] : [bar.value - bar.interval[0], bar.interval[1] - bar.value];
}

function formatInterval(bar: ChartBar, formatValue: (value: number) => string): string {
  return bar.interval === undefined
    ? "–"
    : `${formatValue(bar.interval[0])} – ${formatValue(bar.interval[1])}`;
}

function BarDetail({ state, chart }: { state: TooltipContentProps; chart: BarChartProps }): ReactNode {
  const bar = chart.bars.find(({ label }) => label === state.label);
  if (!state.active || bar === undefined) return null;
  const color = SERIES_COLORS[bar.kind];
  return (
    <ChartTooltip
      title={bar.label}
      lines={[
        { id: "value", label: chart.headers.value, value: chart.formatValue(bar.value), color },
        ...(bar.interval === undefined
          ? []
          : [
              {
                id: "interval",
                label: chart.headers.interval,
                value: formatInterval(bar, chart.formatValue),
                color,
              },
            ]),
      ]}
    />
  );
}
