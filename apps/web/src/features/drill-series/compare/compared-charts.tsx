"use client";

import type { ComparedFault } from "@primacy/contract";
import { formatDuration } from "@primacy/ui";
import { BandChart, DotPlot } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMomentText } from "../../../client/moment";
import { useApi } from "../../../client/use-api";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { type ComparedLine, listLines, listMoments } from "./compared-lines";

interface Props {
  readonly clusterId: string;
  readonly name: string;
  readonly compared: ComparedFault;
}

/** Each drill as a dot, by endpoint, and all of them by date where there are two dates. */
export function ComparedCharts({ clusterId, name, compared }: Props): ReactNode {
  const { data } = useApi("listEndpoints", { params: { id: clusterId } });
  const lines = listLines(compared, data?.items ?? []);
  const moments = listMoments(lines);
  return (
    <div className={moments.length < 2 ? "grid gap-4" : "grid items-start gap-4 xl:grid-cols-2"}>
      <Runs name={name} lines={lines} />
      {moments.length < 2 ? null : <Trend name={name} lines={lines} moments={moments} />}
    </div>
  );
}

function Runs({
  name,
  lines,
}: {
  readonly name: string;
  readonly lines: readonly ComparedLine[];
}): ReactNode {
  const t = useTranslations("drillSeries.compare");
  const locale = languageTag[useReaderLocale()];
  const moment = useMomentText();
  return (
    <DotPlot
      title={`${name}: ${t("runs")}`}
      headingLevel={4}
      description={t("runsText")}
      rows={lines.map(({ id, label, kind, medianMs, backs, worst }) => ({
        ...{ id, label, kind },
        mean: medianMs,
        ringed: worst,
        dots: backs.map(({ drillId, startedAt, gapMs, errorMs }) => ({
          id: `${id} ${drillId}`,
          label: moment(startedAt),
          value: gapMs,
          note: t("shorter", { error: formatDuration(errorMs, locale) }),
        })),
      }))}
      formatValue={(value) => formatDuration(value, locale)}
      headers={{
        name: t("endpoint"),
        mean: t("median"),
        low: t("best"),
        high: t("worst"),
        count: t("count"),
        dot: t("drill"),
        value: t("gap"),
      }}
      fileName="drills-compared"
    />
  );
}

function Trend({
  name,
  lines,
  moments,
}: {
  readonly name: string;
  readonly lines: readonly ComparedLine[];
  readonly moments: readonly string[];
}): ReactNode {
  const t = useTranslations("drillSeries.compare");
  const locale = languageTag[useReaderLocale()];
  const moment = useMomentText();
  const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
  const at = (x: number): string | undefined => moments[x - 1];
  return (
    <BandChart
      title={`${name}: ${t("trend")}`}
      headingLevel={4}
      description={t("trendText")}
      series={lines.map(({ id, label, kind, nth }) => ({ id, label, kind, nth }))}
      points={moments.map((one, index) => ({
        x: index + 1,
        values: Object.fromEntries(lines.map(({ id, backs }) => [id, valueAt(backs, one)])),
      }))}
      fromX={0.5}
      toX={moments.length + 0.5}
      ticksX={moments.map((_, index) => index + 1)}
      hasBand
      formatValue={(value) => formatDuration(value, locale)}
      formatX={(x) => day.format(new Date(at(x) ?? 0))}
      nameX={(x) => moment(at(x) ?? "")}
      headers={{
        x: t("drill"),
        low: (one) => t("low", { name: one }),
        high: (one) => t("high", { name: one }),
      }}
      empty={t("emptyTitle")}
      fileName="drills-trend"
    />
  );
}

function valueAt(
  backs: ComparedLine["backs"],
  at: string,
): { readonly min: number; readonly mean: number; readonly max: number } | null {
  const run = backs.find(({ startedAt }) => startedAt === at);
  return run === undefined ? null : { min: run.gapMs - run.errorMs, mean: run.gapMs, max: run.gapMs };
}
