"use client";

import type { Incident } from "@primacy/contract";
import { Card, DataTable, EmptyState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";

/** Every phase with when it was seen, by whom, and how sure that is. */
export function IncidentMarks({ marks }: Pick<Incident, "marks">): ReactNode {
  const t = useTranslations("incident.marks");
  const phases = useTranslations("incident.phases");
  const text = useMessageText();
  const locale = languageTag[useReaderLocale()];
  const seconds = (ms: number): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(ms / 1_000);
  return (
    <Card title={t("title")} description={t("text")} padding="none">
      <DataTable
        caption={t("title")}
        rows={marks}
        rowKey={({ phase, detail }) => `${phase} ${detail?.text ?? ""}`}
        empty={<EmptyState title={t("none")} />}
        columns={[
          { id: "phase", header: t("phase"), rowHeader: true, cell: ({ phase }) => phases(phase) },
          {
            id: "at",
            header: t("at"),
            align: "end",
            whole: true,
            cell: ({ atMs, errorMs }) => t("time", { value: seconds(atMs), error: seconds(errorMs) }),
          },
          { id: "by", header: t("by"), cell: ({ seenBy }) => seenBy ?? t("console") },
          { id: "detail", header: t("detail"), cell: ({ detail }) => (detail === null ? "" : text(detail)) },
        ]}
      />
    </Card>
  );
}
