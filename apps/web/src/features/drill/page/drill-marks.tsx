"use client";

import type { DrillFindings } from "@primacy/contract";
import { Card, DataTable, EmptyState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText, useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";

/** Every phase with when it was predicted and when it was seen, by whom, and how sure that is. */
export function DrillMarks({
  findings: { marks, predicted },
}: {
  readonly findings: Pick<DrillFindings, "marks" | "predicted">;
}): ReactNode {
  const t = useTranslations("drill.marks");
  const phases = useTranslations("drill.phases");
  const text = useMessageText();
  const locale = languageTag[useReaderLocale()];
  const seconds = (ms: number): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(ms / 1_000);
  return (
    <Card title={t("title")} description={t("text")} padding="none">
      <DataTable
        caption={t("title")}
        rows={marks}
        rowKey={({ phase }) => phase}
        empty={<EmptyState title={t("none")} />}
        columns={[
          { id: "phase", header: t("phase"), rowHeader: true, cell: ({ phase }) => phases(phase) },
          {
            id: "predicted",
            header: t("predicted"),
            align: "end",
            whole: true,
            cell: ({ phase }) => {
              const range = predicted.find((one) => one.phase === phase);
              return range === undefined
                ? "–"
                : t("range", { from: seconds(range.minMs), to: seconds(range.maxMs) });
            },
          },
          {
            id: "measured",
            header: t("measured"),
            align: "end",
            whole: true,
            cell: ({ atMs, errorMs }) => t("at", { value: seconds(atMs), error: seconds(errorMs) }),
          },
          { id: "by", header: t("by"), cell: ({ seenBy }) => seenBy ?? t("console") },
          { id: "detail", header: t("detail"), cell: ({ detail }) => (detail === null ? "" : text(detail)) },
        ]}
      />
    </Card>
  );
}
