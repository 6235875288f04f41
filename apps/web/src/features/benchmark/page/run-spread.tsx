"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { rateOf } from "@primacy/core/benchmark";
import { formatSignificant } from "@primacy/ui";
import { DotPlot } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { InView } from "../../../client/in-view";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { blockNumber, looksOf } from "../benchmark-names";
import { listSpreads } from "./run-order";

/** A plot and its rows, before it is seen. */
const framePx = 115;
const rowPx = 36;

/** How far apart the runs of each arm lie, a picture for each thread count. It shows figures, and claims no difference. */
export function RunSpread({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.spread");
  const chart = useTranslations("benchmark.chart");
  const words = useTranslations("benchmark");
  const locale = languageTag[useReaderLocale()];
  const { arms, runs, threads, workload } = benchmark;
  const rate = words(`rate.${rateOf(workload)}`);
  const looks = looksOf(arms);
  const spreads = listSpreads(runs, threads, arms.length);
  return (
    <section className="flex flex-col gap-3" aria-label={t("title")}>
      <div>
        <h2 className="font-semibold text-sm">{t("title")}</h2>
        <p className="text-ink-muted text-xs">{t("text", { rate })}</p>
      </div>
      {spreads.every((spread) => spread.arms.every(({ mean }) => mean === null)) ? (
        <p className="text-ink-muted text-sm">{t("none")}</p>
      ) : (
        <div className={spreads.length === 1 ? "grid gap-4" : "grid gap-4 lg:grid-cols-2"}>
          {spreads.map((spread) => (
            <InView key={spread.threads} placeholderPx={framePx + rowPx * arms.length}>
              <DotPlot
                title={chart("threadsOf", { threads: spread.threads })}
                headingLevel={3}
                rows={spread.arms.map(({ arm, runs: own, mean }) => ({
                  id: String(arm),
                  label: arms[arm]?.name ?? "",
                  kind: looks[arm]?.kind ?? "control",
                  mean,
                  dots: own.map(({ id, block, tps }) => ({
                    id,
                    label: t("run", { block: blockNumber(block) }),
                    value: tps,
                  })),
                }))}
                formatValue={(value) => formatSignificant(value, locale)}
                headers={{
                  name: t("arm"),
                  mean: t("mean"),
                  low: t("low"),
                  high: t("high"),
                  count: t("runs"),
                  dot: chart("block"),
                  value: rate,
                }}
                fileName={`benchmark-spread-${spread.threads}`}
              />
            </InView>
          ))}
        </div>
      )}
    </section>
  );
}
