"use client";

import type { ArmDifference, BenchmarkDetail } from "@primacy/contract";
import { findPublishedLoss, rateOf } from "@primacy/core/benchmark";
import { IntervalPlot } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { looksOf } from "../benchmark-names";

/** The loss of each arm with its 95 % interval, around zero, and what the article has that the benchmark follows. */
export function AnswerPlot({
  differences,
  benchmark,
}: {
  readonly differences: readonly ArmDifference[];
  readonly benchmark: Pick<BenchmarkDetail, "arms" | "preset" | "threads" | "workload">;
}): ReactNode {
  const t = useTranslations("benchmark.answer");
  const words = useTranslations("benchmark");
  const article = useTranslations("article");
  const { arms } = benchmark;
  const locale = languageTag[useReaderLocale()];
  const looks = looksOf(arms);
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const rows = differences.flatMap(({ arm, threads, loss, low, high, blocks, method }) => {
    if (loss === null || low === null || high === null) return [];
    const name = arms[arm]?.name ?? "";
    const published = findPublishedLoss(benchmark, arm, threads);
    return [
      {
        id: `${arm} ${threads}`,
        label: threads === null ? t("overall", { arm: name }) : t("threads", { arm: name, threads }),
        kind: looks[arm]?.kind ?? ("control" as const),
        middle: loss,
        low,
        high,
        ...(published === null ? {} : { mark: published }),
        details: [String(blocks), t(`methods.${method}`)],
      },
    ];
  });
  if (rows.length === 0) return null;
  return (
    <IntervalPlot
      title={t("plot", { rate: words(`rate.${rateOf(benchmark.workload)}`) })}
      headingLevel={3}
      rows={rows}
      formatValue={(value) => percent.format(value / 100)}
      headers={{
        name: t("arm"),
        middle: t("loss"),
        low: t("low"),
        high: t("high"),
        ...(rows.some(({ mark }) => mark !== undefined)
          ? { mark: article("publishedBy", { id: "000" }) }
          : {}),
        details: [t("blocks"), t("how")],
      }}
      fileName="benchmark-answer"
    />
  );
}
