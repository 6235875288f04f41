"use client";

import type { ComparedFault, ComparedRun, ComparedWay } from "@primacy/contract";
import { Card, DataTable, formatDuration, Link } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "../../../client/moment";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { WithError } from "../../drill/with-error";

interface Props {
  readonly clusterId: string;
  /** What the fault is called. */
  readonly name: string;
  readonly compared: ComparedFault;
}

/** The chart has all of them behind it. */
const mostListed = 12;

/** A fault in figures: what each way came to, and the newest drills with a way to their pages. */
export function ComparedTable({ clusterId, name, compared: { ways } }: Props): ReactNode {
  const t = useTranslations("drillSeries.compare");
  const locale = languageTag[useReaderLocale()];
  const long = (ms: number): string => formatDuration(ms, locale);
  const span = (ms: number | null, errorMs: number | null): ReactNode =>
    ms === null ? "–" : <WithError value={long(ms)} error={t("shorter", { error: long(errorMs ?? 0) })} />;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Card title={t("table", { fault: name })} headingLevel={4} padding="none">
        <DataTable<ComparedWay>
          caption={t("table", { fault: name })}
          rows={ways}
          rowKey={keyOf}
          columns={[
            { id: "endpoint", header: t("endpoint"), rowHeader: true, cell: ({ label }) => label },
            {
              id: "median",
              header: t("median"),
              align: "end",
              cell: ({ medianMs, medianErrorMs }) => span(medianMs, medianErrorMs),
            },
            {
              id: "worst",
              header: t("worst"),
              align: "end",
              cell: ({ worstMs, worstErrorMs }) => span(worstMs, worstErrorMs),
            },
            { id: "count", header: t("count"), align: "end", cell: ({ runs }) => runs.length },
            { id: "notBack", header: t("notBack"), align: "end", cell: ({ notBack }) => notBack },
            {
              id: "lost",
              header: t("lost"),
              align: "end",
              cell: ({ lost, lostUnknown }) =>
                lostUnknown === 0 ? lost : t("lostOrUnknown", { lost, count: lostUnknown }),
            },
          ]}
        />
      </Card>
      <Card title={t("list", { fault: name })} headingLevel={4} padding="none">
        <DataTable<{ readonly way: ComparedWay; readonly run: ComparedRun }>
          caption={t("list", { fault: name })}
          rows={ways
            .flatMap((way) => way.runs.map((run) => ({ way, run })))
            .toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt))
            .slice(0, mostListed)}
          rowKey={({ way, run }) => `${run.drillId} ${keyOf(way)}`}
          columns={[
            {
              id: "drill",
              header: t("drill"),
              rowHeader: true,
              whole: true,
              cell: ({ run: { drillId, startedAt } }) => (
                <Link href={`/clusters/${clusterId}/drills/${drillId}`} tone="quiet">
                  <Moment at={startedAt} />
                </Link>
              ),
            },
            { id: "endpoint", header: t("endpoint"), cell: ({ way }) => way.label },
            {
              id: "gap",
              header: t("gap"),
              align: "end",
              cell: ({ run }) =>
                run.isBack
                  ? span(run.gapMs, run.errorMs)
                  : t("atLeast", { value: long(Math.max(0, run.gapMs - run.errorMs)) }),
            },
            { id: "lost", header: t("lost"), align: "end", cell: ({ run }) => run.lost ?? "–" },
          ]}
        />
      </Card>
    </div>
  );
}

function keyOf({ endpoint: { address, port } }: ComparedWay): string {
  return `${address} ${port}`;
}
