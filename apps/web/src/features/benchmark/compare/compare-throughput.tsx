"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { compareBenchmarks, rateOf } from "@primacy/core/benchmark";
import { formatSignificant } from "@primacy/ui";
import { DotPlot } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { blockNumber, kindOfWay } from "../benchmark-names";
import { letterOf } from "./compare-address";
import { useComparedRate } from "./use-compared-rate";

/** TPS of each arm with each number of threads, a picture each, with a row for each benchmark. */
export function CompareThroughput({
  benchmarks,
}: {
  readonly benchmarks: readonly BenchmarkDetail[];
}): ReactNode {
  const t = useTranslations("benchmark.compare");
  const spread = useTranslations("benchmark.spread");
  const chart = useTranslations("benchmark.chart");
  const words = useTranslations("benchmark.rate");
  const { rate, isMixed } = useComparedRate(benchmarks);
  const locale = languageTag[useReaderLocale()];
  const { rows } = compareBenchmarks(benchmarks);
  return (
    <section className="flex flex-col gap-3" aria-label={t("throughput", { rate })}>
      <div>
        <h2 className="font-semibold text-sm">{t("throughput", { rate })}</h2>
        <p className="text-ink-muted text-xs">{t("throughputText")}</p>
        {isMixed ? <p className="text-sm">{t("mixed")}</p> : null}
      </div>
      {rows.length === 0 ? <p className="text-ink-muted text-sm">{spread("none")}</p> : null}
      <div className={rows.length === 1 ? "grid gap-4" : "grid gap-4 lg:grid-cols-2"}>
        {rows.map(({ arm, threads, cells }) => (
          <DotPlot
            key={`${threads} ${arm}`}
            title={t("armThreads", { arm, threads })}
            headingLevel={3}
            rows={cells.flatMap(({ mean, runs }, place) => {
              const benchmark = benchmarks[place];
              if (benchmark === undefined) return [];
              const way = benchmark.arms.find(({ name }) => name === arm)?.endpoints[0]?.way ?? "custom";
              return [
                {
                  id: benchmark.id,
                  label: isMixed
                    ? `${letterOf(place)} · ${words(rateOf(benchmark.workload))}`
                    : letterOf(place),
                  kind: kindOfWay[way],
                  mean,
                  dots: runs.map(({ id, block, tps }) => ({
                    id,
                    label: spread("run", { block: blockNumber(block) }),
                    value: tps,
                  })),
                },
              ];
            })}
            formatValue={(value) => formatSignificant(value, locale)}
            headers={{
              name: t("title"),
              mean: spread("mean"),
              low: spread("low"),
              high: spread("high"),
              count: spread("runs"),
              dot: chart("block"),
              value: rate,
            }}
            fileName={`benchmarks-compared-${threads}`}
          />
        ))}
      </div>
    </section>
  );
}
