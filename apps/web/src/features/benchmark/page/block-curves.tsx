"use client";

import type { BenchmarkDetail, BenchmarkRun } from "@primacy/contract";
import { formatCount, formatDuration, formatSignificant, SegmentedControl } from "@primacy/ui";
import { BandChart, type ChartSeries } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { blockNumber, looksOf } from "../benchmark-names";
import {
  type CurveMetric,
  choosePlace,
  curveMetrics,
  isDisturbed,
  listSecondTicks,
  runsAt,
  toCurves,
} from "./benchmark-curves";
import { BlockChoice } from "./block-choice";
import { useBlockSeries } from "./use-benchmark";
import { usePagePlace } from "./use-page-place";

const heightPx = 300;
/** Which of the dashes a run gets that counts for nothing: the finest. */
const disturbedDash = 4;

/** The runs of one block second by second, one curve per arm, growing while they run. */
export function BlockCurves({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.chart");
  const locale = languageTag[useReaderLocale()];
  const place = usePagePlace();
  const at = choosePlace(benchmark, place.asked);
  const runs = at === null ? [] : runsAt(benchmark, at);
  const isRunning = runs.some(({ state }) => state === "running");
  const series = useBlockSeries(benchmark.id, at, isRunning);
  const nameOf = useCurveNames(benchmark);
  const looks = looksOf(benchmark.arms);
  const { metric } = place;
  const curves = toCurves(series.data?.runs ?? [], runs, metric);
  const { warmupSeconds, runSeconds } = benchmark;
  const toSecond = Math.max(warmupSeconds + runSeconds, curves.lastSecond);
  const { stepSeconds } = curves;
  const by = {
    tool: benchmark.workload.tool,
    version: benchmark.toolVersion,
    host: benchmark.loadHostName,
    seconds: stepSeconds,
  };
  return (
    <BandChart
      title={t("title")}
      description={`${t(`unit.${metric}`)} · ${t(stepSeconds === 1 ? "measured" : metric === "latencyMs" ? "perPointHighest" : "perPoint", by)}`}
      series={runs.map(
        (run): ChartSeries => ({
          id: run.id,
          label: nameOf(run),
          ...(looks[run.arm] ?? { kind: "control" }),
          ...(isDisturbed(run.state) ? { nth: disturbedDash } : {}),
        }),
      )}
      points={curves.points}
      fromX={0}
      toX={toSecond}
      ticksX={listSecondTicks(toSecond)}
      hasBand={stepSeconds > 1}
      shade={{ fromX: 0, toX: warmupSeconds, label: t("warmup") }}
      formatValue={(value) => formatFigure(metric, value, locale)}
      formatX={(second) => (second === 0 ? "0" : formatDuration(second * 1_000, locale))}
      nameX={(second) => t("atSecond", { second: formatCount(second, locale) })}
      headers={{
        x: t("second"),
        low: (name) => t("low", { name }),
        high: (name) => t("high", { name }),
      }}
      controls={
        at === null ? null : (
          <>
            <SegmentedControl
              className="max-sm:h-auto max-sm:flex-wrap"
              label={t("metric")}
              value={place.metric}
              onValueChange={(next) => place.choose({ metric: next === "tps" ? null : next })}
              segments={curveMetrics.map((value) => ({ value, label: t(`metrics.${value}`) }))}
            />
            <BlockChoice benchmark={benchmark} at={at} place={place} />
          </>
        )
      }
      empty={t("none")}
      fileName={`benchmark-${metric}-${at === null ? "" : `${blockNumber(at.block)}-${at.threads}`}`}
      heightPx={heightPx}
    />
  );
}

function formatFigure(metric: CurveMetric, value: number, locale: string): string {
  if (metric === "latencyMs") return formatDuration(value, locale);
  return formatSignificant(value, locale);
}

/** An arm's name, with how its run stands where that is not simply done. */
function useCurveNames({ arms }: BenchmarkDetail): (run: BenchmarkRun) => string {
  const t = useTranslations("benchmark.chart");
  return ({ arm, state }) => {
    const name = arms[arm]?.name ?? String(arm + 1);
    switch (state) {
      case "done":
        return name;
      case "running":
        return t("live", { name });
      case "waiting":
      case "void":
      case "failed":
        return t(state, { name });
    }
  };
}
