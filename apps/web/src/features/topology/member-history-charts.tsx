"use client";

import { formatCount, formatDuration, formatInstant } from "@primacy/ui";
import { type ChartSeries, TimeSeriesChart } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import type { MemberHistoryModel } from "./member-history-model";

const heightPx = 132;

/** The curves of a member's past: its lag, and its queues. What was zero at every look has none. */
export function MemberHistoryCharts({
  model,
  name,
}: {
  readonly model: MemberHistoryModel;
  /** The member's, for the files. */
  readonly name: string;
}): ReactNode {
  const t = useTranslations("topology.past");
  const locale = languageTag[useReaderLocale()];
  const nowMs = model.points.at(-1)?.atMs ?? 0;
  const common = {
    points: model.points,
    formatTime: (atMs: number) => formatInstant(atMs, { locale, nowMs, precision: "minute" }).text,
    timeHeader: t("time"),
    headingLevel: 4,
    heightPx,
  } as const;
  const lag: ChartSeries = { id: "lag", label: t("most"), kind: "direct" };
  const queues: readonly ChartSeries[] = [
    { id: "apply", label: t("toApply"), kind: "direct" },
    { id: "certify", label: t("toCertify"), kind: "control" },
  ];
  return (
    <>
      {(model.lag?.value ?? 0) === 0 ? null : (
        <TimeSeriesChart
          {...common}
          title={t("lag")}
          series={[lag]}
          formatValue={(ms) => formatDuration(ms, locale)}
          fileName={`${name}-lag`}
        />
      )}
      {Math.max(model.apply?.value ?? 0, model.certify?.value ?? 0) === 0 ? null : (
        <TimeSeriesChart
          {...common}
          title={t("queue")}
          description={t("queueUnit")}
          series={queues}
          // There is no half of a transaction, though an axis may have a step there.
          formatValue={(count) => (Number.isInteger(count) ? formatCount(count, locale) : "")}
          fileName={`${name}-queue`}
        />
      )}
    </>
  );
}
