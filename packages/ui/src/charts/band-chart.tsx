"use client";

import { type ReactNode, useCallback, useMemo } from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { SERIES_COLORS } from "../foundation/series";
import { type BandPoint, type BandValue, findLoneIndexes, toBandTable } from "./band-series";
import { ChartFrame } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import { AXIS, HEIGHT_PX } from "./plot";
import { type ChartSeries, dashOf, listAxisTicks, listByteTicks } from "./series";

/** Properties of {@link BandChart}. */
export interface BandChartProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly series: readonly ChartSeries[];
  /** In order of x, evenly spaced. */
  readonly points: readonly BandPoint[];
  /** Where the axis begins and ends, whatever is there yet: a curve that grows does not move it. */
  readonly fromX: number;
  readonly toX: number;
  readonly ticksX: readonly number[];
  /** Draws how far apart the values of one point lie; without it only their mean. */
  readonly hasBand: boolean;
  /** A stretch of the axis that counts for nothing. */
  readonly shade?: { readonly fromX: number; readonly toX: number; readonly label: string };
  /** Makes the ticks round in the unit that bytes of that size are told in; without it they are round as numbers. */
  readonly hasBytes?: boolean;
  /** With the unit. */
  readonly formatValue: (value: number) => string;
  /** The place on the axis as its ticks have it, and in full. */
  readonly formatX: (x: number) => string;
  readonly nameX: (x: number) => string;
  /** The header of the column of x, and those of the lowest and highest values of a series. */
  readonly headers: {
    readonly x: string;
    readonly low: (label: string) => string;
    readonly high: (label: string) => string;
  };
  readonly controls?: ReactNode;
  /** Stands in place of the plot while there is no point. */
  readonly empty: ReactNode;
  readonly fileName: string;
  readonly heightPx?: number;
  /** The heading's level in the page's outline; 2 unless said otherwise. */
  readonly headingLevel?: 2 | 3 | 4;
  readonly className?: string;
}

/** Values over seconds, from zero, with the spread of what stands behind each point. A zero is drawn, a gap is a gap. */
export function BandChart(props: BandChartProps): ReactNode {
  const { title, series, points, formatValue, heightPx = HEIGHT_PX } = props;
  return (
    <ChartFrame
      title={title}
      description={props.description}
      series={series}
      showLegend
      table={toBandTable(props)}
      fileName={props.fileName}
      {...(props.headingLevel === undefined ? {} : { headingLevel: props.headingLevel })}
      {...(props.controls === undefined ? {} : { controls: props.controls })}
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      <div style={{ height: heightPx }}>
        {points.length === 0 ? (
          <div className="grid h-full place-items-center rounded-md bg-sunken text-ink-muted text-sm">
            {props.empty}
          </div>
        ) : (
          <Plot {...props} formatValue={formatValue} />
        )}
      </div>
    </ChartFrame>
  );
}

function Plot(props: BandChartProps): ReactNode {
  const { title, series, points, hasBand, shade, formatValue } = props;
  // A new array would be new figures to Recharts, whatever is in it.
  const data = useMemo(() => [...points], [points]);
  const listTicks = props.hasBytes === true ? listByteTicks : listAxisTicks;
  const ticks = listTicks(
    points.flatMap(({ values }) =>
      series.flatMap(({ id }) => {
        const value = values[id] ?? null;
        return value === null ? [] : [hasBand ? value.max : value.mean];
      }),
    ),
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} title={title} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
        {shade === undefined || shade.toX <= shade.fromX ? null : (
          <ReferenceArea
            x1={shade.fromX}
            x2={shade.toX}
            fill="var(--sunken)"
            fillOpacity={1}
            stroke="none"
            label={{ value: shade.label, position: "insideTopLeft", fill: "var(--ink-muted)", fontSize: 11 }}
          />
        )}
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...AXIS}
          dataKey="x"
          type="number"
          domain={[props.fromX, props.toX]}
          allowDataOverflow
          ticks={[...props.ticksX]}
          interval="preserveStartEnd"
          tickFormatter={props.formatX}
          minTickGap={24}
        />
        <YAxis
          {...AXIS}
          width="auto"
          domain={[0, ticks.at(-1) ?? 1]}
          ticks={ticks}
          interval={0}
          tickFormatter={formatValue}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--line-control)", strokeDasharray: "3 3" }}
          content={(state) => <Instant state={state} chart={props} />}
        />
        {hasBand ? series.map((one) => <SeriesBand key={one.id} one={one} />) : null}
        {series.map((one) => (
          <SeriesLine key={one.id} one={one} points={points} />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function SeriesBand({ one: { id, label, kind } }: { readonly one: ChartSeries }): ReactNode {
  const rangeAt = useCallback((point: BandPoint) => rangeOf(point.values[id] ?? null), [id]);
  return (
    <Area
      name={label}
      dataKey={rangeAt}
      fill={SERIES_COLORS[kind]}
      fillOpacity={0.16}
      stroke="none"
      activeDot={false}
      isAnimationActive={false}
      connectNulls={false}
    />
  );
}

function rangeOf(value: BandValue | null): [number, number] | null {
  return value === null ? null : [value.min, value.max];
}

function SeriesLine({
  one,
  points,
}: {
  readonly one: ChartSeries;
  readonly points: readonly BandPoint[];
}): ReactNode {
  const { id, label, kind } = one;
  const lone = useMemo(() => findLoneIndexes(points, id), [points, id]);
  const meanAt = useCallback((point: BandPoint) => point.values[id]?.mean ?? null, [id]);
  return (
    <Line
      name={label}
      dataKey={meanAt}
      stroke={SERIES_COLORS[kind]}
      strokeWidth={1.75}
      {...(dashOf(one) === "" ? {} : { strokeDasharray: dashOf(one) })}
      dot={lone.size === 0 ? false : <LoneDot lone={lone} color={SERIES_COLORS[kind]} />}
      activeDot={{ r: 3, strokeWidth: 0 }}
      isAnimationActive={false}
      connectNulls={false}
    />
  );
}

/** Recharts gives place and index to the element that it is handed. */
interface LoneDotProps {
  readonly lone: ReadonlySet<number>;
  readonly color: string;
  readonly cx?: number | string;
  readonly cy?: number | string;
  readonly index?: number;
}

/** A value between two gaps is no line: it is a dot. */
function LoneDot({ lone, color, cx, cy, index }: LoneDotProps): ReactNode {
  if (index === undefined || !lone.has(index) || typeof cx !== "number" || typeof cy !== "number")
    return null;
  return <circle cx={cx} cy={cy} r={2} fill={color} />;
}

function Instant({ state, chart }: { state: TooltipContentProps; chart: BandChartProps }): ReactNode {
  const point = chart.points.find(({ x }) => x === state.label);
  if (!state.active || point === undefined) return null;
  const textOf = (value: BandValue | null): string => {
    if (value === null) return "–";
    const mean = chart.formatValue(value.mean);
    return chart.hasBand
      ? `${mean} (${chart.formatValue(value.min)} – ${chart.formatValue(value.max)})`
      : mean;
  };
  return (
    <ChartTooltip
      title={chart.nameX(point.x)}
      lines={chart.series.map(({ id, label, kind }) => ({
        id,
        label,
        color: SERIES_COLORS[kind],
        value: textOf(point.values[id] ?? null),
      }))}
    />
  );
}
