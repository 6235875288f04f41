"use client";

import type { ArmDifference, MeasuredArm } from "@primacy/contract";
import { IntervalPlot } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import { looksOf } from "./benchmark-names";

/** The loss of each arm with its 95 % interval, around zero. */
export function AnswerPlot({
  differences,
  arms,
}: {
  readonly differences: readonly ArmDifference[];
  readonly arms: readonly MeasuredArm[];
}): ReactNode {
  const t = useTranslations("benchmark.answer");
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
    return [
      {
        id: `${arm} ${threads}`,
        label: threads === null ? t("overall", { arm: name }) : t("threads", { arm: name, threads }),
        kind: looks[arm]?.kind ?? ("control" as const),
        middle: loss,
        low,
        high,
        details: [String(blocks), t(`methods.${method}`)],
      },
    ];
  });
  if (rows.length === 0) return null;
  return (
    <IntervalPlot
      title={t("plot")}
      headingLevel={3}
      rows={rows}
      formatValue={(value) => percent.format(value / 100)}
      headers={{
        name: t("arm"),
        middle: t("loss"),
        low: t("low"),
        high: t("high"),
        details: [t("blocks"), t("how")],
      }}
      fileName="benchmark-answer"
    />
  );
}
