"use client";

import type { BenchmarkDetail, BenchmarkRun, HostCurve } from "@primacy/contract";
import { tellsSeconds } from "@primacy/core/benchmark";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatSignificant,
  SegmentedControl,
  Select,
} from "@primacy/ui";
import { BandChart } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { InView } from "../../../client/in-view";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { blockNumber } from "../benchmark-names";
import { choosePlace, isDisturbed, listSecondTicks, runsAt } from "./benchmark-curves";
import { type ChartedMetric, hasFigures, hostMetrics, listHostLines, toHostPoints } from "./host-lines";
import { useHostCurves } from "./use-benchmark";
import { usePagePlace } from "./use-page-place";

const heightPx = 180;
/** A frame with its title and legend, before it is seen. */
const placeholderPx = 300;
const byteMetrics: readonly ChartedMetric[] = ["networkOut", "networkIn", "diskWrite", "diskRead"];
/** More arms than these do not fit beside each other. */
const mostSegments = 3;

/** What hosts and members did during one run of the block that is looked at, on its seconds: a chart for each figure. */
export function HostCharts({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.hosts");
  const place = usePagePlace();
  const at = choosePlace(benchmark, place.asked);
  const runs = (at === null ? [] : runsAt(benchmark, at)).filter(({ state }) => state !== "waiting");
  const run =
    runs.find(({ id }) => id === place.run) ?? runs.find(({ state }) => state === "running") ?? runs[0];
  if (run === undefined) return null;
  return (
    <section className="flex flex-col gap-3" aria-label={t("title")}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 max-w-3xl">
          <h2 className="font-semibold text-sm">{t("title")}</h2>
          <p className="text-ink-muted text-xs">
            {t(tellsSeconds(benchmark.workload) ? "text" : "textAlone")}
          </p>
        </div>
        <RunChoice benchmark={benchmark} runs={runs} run={run} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {hostMetrics.map((metric) => (
          <InView key={metric} placeholderPx={placeholderPx}>
            <HostChart benchmark={benchmark} run={run} metric={metric} />
          </InView>
        ))}
      </div>
    </section>
  );
}

function RunChoice({
  benchmark: { arms },
  runs,
  run,
}: {
  readonly benchmark: BenchmarkDetail;
  readonly runs: readonly BenchmarkRun[];
  readonly run: BenchmarkRun;
}): ReactNode {
  const t = useTranslations("benchmark");
  const { choose } = usePagePlace();
  const options = runs.map((one) => {
    const name = arms[one.arm]?.name ?? String(one.arm + 1);
    return {
      value: one.id,
      label: isDisturbed(one.state) ? t(`chart.${one.state === "void" ? "void" : "failed"}`, { name }) : name,
    };
  });
  const common = {
    label: t("runs.arm"),
    value: run.id,
    onValueChange: (id: string) => choose({ run: id === runs[0]?.id ? null : id }),
  };
  if (options.length < 2) return null;
  return options.length <= mostSegments ? (
    <SegmentedControl {...common} segments={options} />
  ) : (
    <Select {...common} className="min-w-32 sm:w-56" options={options} />
  );
}

function HostChart({
  benchmark,
  run,
  metric,
}: {
  readonly benchmark: BenchmarkDetail;
  readonly run: BenchmarkRun;
  readonly metric: ChartedMetric;
}): ReactNode {
  const t = useTranslations("benchmark.hosts");
  const chart = useTranslations("benchmark.chart");
  const locale = languageTag[useReaderLocale()];
  const curves = useHostCurves(benchmark.id, { run: run.id, metric }, run.state === "running");
  const isEmpty = curves.data === undefined || !hasFigures(curves.data);
  // Few servers count it: an empty chart would only make the others harder to find.
  if (metric === "throttled" && isEmpty) return null;
  const { warmupSeconds, runSeconds, workload } = benchmark;
  const seconds = curves.data?.stepSeconds ?? 1;
  const nameOf = (curve: HostCurve): string => {
    const name = curve.name ?? t("gone", { id: curve.id.slice(-6) });
    return curve.role === null || curve.role === "secondary" ? name : t(curve.role, { name });
  };
  const lastSecond = Math.max(
    1,
    ...(curves.data?.curves ?? []).map(({ points }) => points.at(-1)?.second ?? 1),
  );
  // A run that ends by itself has an end of its own.
  const toSecond = tellsSeconds(workload) ? warmupSeconds + runSeconds : lastSecond;
  return (
    <BandChart
      title={t(`metrics.${metric}`)}
      description={
        seconds === 1 ? t(`how.${metric}`) : `${t(`how.${metric}`)} · ${t("perPoint", { seconds })}`
      }
      headingLevel={3}
      series={listHostLines(curves.data?.curves ?? [], nameOf)}
      points={isEmpty || curves.data === undefined ? [] : toHostPoints(curves.data)}
      fromX={0}
      toX={toSecond}
      ticksX={listSecondTicks(toSecond)}
      hasBand={seconds > 1}
      hasBytes={byteMetrics.includes(metric)}
      shade={{ fromX: 0, toX: warmupSeconds, label: chart("warmup") }}
      formatValue={(value) => formatFigure(metric, value, locale)}
      formatX={(second) => (second === 0 ? "0" : formatDuration(second * 1_000, locale))}
      nameX={(second) => chart("atSecond", { second: formatCount(second, locale) })}
      headers={{
        x: chart("second"),
        low: (name) => chart("low", { name }),
        high: (name) => chart("high", { name }),
      }}
      empty={curves.isPending ? "" : t("none")}
      fileName={`benchmark-${metric}-${blockNumber(run.block)}-${run.threads}-${run.arm + 1}`}
      heightPx={heightPx}
    />
  );
}

function formatFigure(metric: ChartedMetric, value: number, locale: string): string {
  switch (metric) {
    case "cpu":
    case "diskBusy":
      return formatPercent(value, locale);
    case "networkIn":
    case "networkOut":
    case "diskWrite":
    case "diskRead":
      return `${formatBytes(value, locale)}/s`;
    case "certify":
    case "apply":
    case "throttled":
      return formatSignificant(value, locale);
  }
}
