"use client";

import type { TrendPoint } from "@primacy/contract";
import { listTrendLoads, nameWorkload, rateOf, type TrendLoad } from "@primacy/core/benchmark";
import { formatCount, formatSignificant, Select } from "@primacy/ui";
import { BandChart, IntervalPlot } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { useListMarks } from "../../../i18n/list-marks";
import { languageTag } from "../../../i18n/locale";
import { tellLoadsApart } from "./load-labels";
import { armOf, listLosses, listTrendLines, type TrendLine } from "./trend-arms";

/** How the benchmarks of a cluster went in time: throughput of each arm, and what each costs, for one load. */
export function BenchmarkTrend({ points }: { readonly points: readonly TrendPoint[] }): ReactNode {
  const t = useTranslations("benchmark.trend");
  const [chosen, choose] = useState<string | null>(null);
  const tellAlone = useLoadText();
  const loads = listTrendLoads(points).filter((load) => load.points.length > 1);
  const load = loads.find(({ key }) => key === chosen) ?? loads[0];
  if (load === undefined) return null;
  const lines = listTrendLines(load);
  const labels = tellLoadsApart(loads, tellAlone);
  const tell = (one: TrendLoad): string => labels.get(one.key) ?? tellAlone(one, "");
  return (
    <section className="flex flex-col gap-3" aria-label={t("title")}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-semibold text-sm">{t("title")}</h2>
          <p className="text-ink-muted text-xs">{t("text")}</p>
        </div>
        {loads.length < 2 ? (
          <span className="text-ink-muted text-xs">{tell(load)}</span>
        ) : (
          <Select
            className="max-w-xl"
            label={t("load")}
            value={load.key}
            onValueChange={choose}
            options={loads.map((one) => ({ value: one.key, label: tell(one) }))}
          />
        )}
      </div>
      <Throughput load={load} lines={lines} />
      <Losses load={load} lines={lines} />
    </section>
  );
}

/** What a load is called, and by which of its options it differs from others that are called so; empty: by none. */
function useLoadText(): (load: TrendLoad, options: string) => string {
  const t = useTranslations("benchmark.trend");
  const locale = languageTag[useReaderLocale()];
  const marks = useListMarks();
  const join = (...parts: readonly string[]): string => parts.filter((one) => one !== "").join(marks.clause);
  return ({ workload, threads, points }, telling) => {
    const count = points.length;
    if (workload.tool !== "sysbench")
      return join(t("loadOfTool", { name: nameWorkload(workload), threads, count }), telling);
    const { script, tables, tableSize, options } = workload;
    const rows = formatCount(tableSize, locale);
    const text = t("loadOf", { script, tables, rows, threads, count });
    return join(text, telling === "" && Object.keys(options).length > 0 ? t("options") : telling);
  };
}

interface LinesProps {
  readonly load: TrendLoad;
  readonly lines: readonly TrendLine[];
}

function Throughput({ load: { points, threads, workload }, lines }: LinesProps): ReactNode {
  const t = useTranslations("benchmark.trend");
  const words = useTranslations("benchmark.rate");
  const locale = languageTag[useReaderLocale()];
  const day = useDayText();
  const nameOf = usePointName();
  const at = (x: number): TrendPoint | undefined => points[x - 1];
  const pinned = points.findIndex(({ isPinned }) => isPinned) + 1;
  return (
    <BandChart
      title={t("throughput", { rate: words(rateOf(workload)) })}
      headingLevel={3}
      description={t("throughputText")}
      series={lines.map(({ id, name, kind, nth }) => ({ id, label: name, kind, nth }))}
      points={points.map((point, index) => ({
        x: index + 1,
        values: Object.fromEntries(
          lines.map((line) => [
            line.id,
            armOf(point, line)?.figures.find((one) => one.threads === threads) ?? null,
          ]),
        ),
      }))}
      fromX={0.5}
      toX={points.length + 0.5}
      ticksX={points.map((_, index) => index + 1)}
      hasBand
      {...(pinned === 0 ? {} : { shade: { fromX: pinned - 0.5, toX: pinned + 0.5, label: t("pinnedMark") } })}
      formatValue={(value) => formatSignificant(value, locale)}
      formatX={(x) => {
        const point = at(x);
        return point === undefined ? "" : day(point.at);
      }}
      nameX={(x) => {
        const point = at(x);
        return point === undefined ? "" : nameOf(point);
      }}
      headers={{
        x: t("benchmark"),
        low: (name) => t("bandLow", { name }),
        high: (name) => t("bandHigh", { name }),
      }}
      empty={t("empty")}
      fileName="benchmark-trend"
    />
  );
}

function Losses({ load, lines }: LinesProps): ReactNode {
  const t = useTranslations("benchmark.trend");
  const locale = languageTag[useReaderLocale()];
  const nameOf = usePointName();
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const baseline = lines.find(({ isBaseline }) => isBaseline)?.name ?? "";
  const plots = lines
    .map((line) => ({ line, rows: listLosses(load, line, nameOf) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <div className={plots.length < 2 ? "grid gap-4" : "grid gap-4 lg:grid-cols-2"}>
      {plots.map(({ line, rows }) => (
        <IntervalPlot
          key={line.id}
          title={t("losses", { arm: line.name, baseline })}
          headingLevel={3}
          rows={rows}
          formatValue={(value) => percent.format(value / 100)}
          headers={{
            name: t("benchmark"),
            middle: t("loss"),
            low: t("low"),
            high: t("high"),
            ...(rows.some(({ mark }) => mark !== undefined) ? { mark: t("pinnedMark") } : {}),
          }}
          fileName="benchmark-trend-loss"
        />
      ))}
    </div>
  );
}

function useDayText(): (at: string) => string {
  const format = new Intl.DateTimeFormat(languageTag[useReaderLocale()], { month: "short", day: "numeric" });
  return (at) => format.format(new Date(at));
}

/** The day first: of a long name the axis has no room for more. */
function usePointName(): (point: TrendPoint) => string {
  const t = useTranslations("benchmark.trend");
  const day = useDayText();
  return ({ at, name, isPinned }) => {
    const text = `${day(at)} · ${name}`;
    return isPinned ? t("pinnedName", { name: text }) : text;
  };
}
