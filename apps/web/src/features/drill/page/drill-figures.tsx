"use client";

import type { DrillEndpointOutcome, DrillGap } from "@primacy/contract";
import { withPort } from "@primacy/contract";
import { Card, DataTable, EmptyState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { useListMarks } from "../../../i18n/list-marks";
import { languageTag } from "../../../i18n/locale";

/** What clients of each way met, in figures with their error. */
export function DrillFigures({
  endpoints,
}: {
  readonly endpoints: readonly DrillEndpointOutcome[];
}): ReactNode {
  const t = useTranslations("drill.figures");
  const marks = useListMarks();
  const locale = languageTag[useReaderLocale()];
  const number = new Intl.NumberFormat(locale);
  const seconds = (ms: number): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(ms / 1_000);
  // The outage itself may have been shorter by the error.
  const gap = (one: DrillGap | null): string => {
    if (one === null) return "–";
    const length = t("gap", { value: seconds(one.gapMs), error: seconds(one.errorMs) });
    return one.isOpen ? `${length} ${t("open")}` : length;
  };
  const count = (rows: { readonly count: number } | null): string =>
    rows === null ? "–" : number.format(rows.count);
  return (
    <Card title={t("title")} description={t("text")} padding="none">
      <DataTable
        caption={t("title")}
        rows={endpoints}
        rowKey={({ endpoint }) => withPort(endpoint.address, endpoint.port)}
        empty={<EmptyState title={t("none")} />}
        columns={[
          {
            id: "endpoint",
            header: t("endpoint"),
            rowHeader: true,
            mono: true,
            cell: ({ endpoint, label }) => {
              const place = withPort(endpoint.address, endpoint.port);
              return label === endpoint.address ? place : `${label} ${place}`;
            },
          },
          {
            id: "write",
            header: t("write"),
            align: "end",
            whole: true,
            cell: ({ writeGap }) => gap(writeGap),
          },
          { id: "read", header: t("read"), align: "end", whole: true, cell: ({ readGap }) => gap(readGap) },
          {
            id: "login",
            header: t("login"),
            align: "end",
            whole: true,
            cell: ({ loginGap }) => gap(loginGap),
          },
          {
            id: "acked",
            header: t("acked"),
            align: "end",
            cell: ({ attempts }) => number.format(attempts.acked),
          },
          { id: "lost", header: t("lost"), align: "end", cell: ({ lost }) => count(lost) },
          {
            id: "unknown",
            header: t("unknown"),
            align: "end",
            cell: ({ unknownThere, unknownAbsent }) => `${count(unknownThere)} / ${count(unknownAbsent)}`,
          },
          { id: "phantom", header: t("phantom"), align: "end", cell: ({ phantom }) => count(phantom) },
          { id: "stale", header: t("stale"), align: "end", cell: ({ staleReads }) => staleReads ?? "–" },
          {
            id: "errors",
            header: t("errors"),
            cell: ({ errors }) => (
              <span className="text-xs [overflow-wrap:anywhere]">
                {errors.map(({ code, count: times }) => `${code} × ${number.format(times)}`).join(marks.name)}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}
