"use client";

import type { DrillEndpointOutcome } from "@primacy/contract";
import { Card, DataTable, EmptyState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { useListMarks } from "../../../i18n/list-marks";
import { languageTag } from "../../../i18n/locale";
import { figureTextsOf } from "../figure-texts";
import { nameWay, placeOfWay } from "../name-way";

/** What clients of each way met, in figures with their error. */
export function DrillFigures({
  endpoints,
}: {
  readonly endpoints: readonly DrillEndpointOutcome[];
}): ReactNode {
  const t = useTranslations("drill.figures");
  const marks = useListMarks();
  const figures = figureTextsOf(languageTag[useReaderLocale()], t);
  return (
    <Card title={t("title")} description={t("text")} padding="none">
      <DataTable
        caption={t("title")}
        rows={endpoints}
        rowKey={placeOfWay}
        empty={<EmptyState title={t("none")} />}
        columns={[
          { id: "endpoint", header: t("endpoint"), rowHeader: true, mono: true, cell: nameWay },
          {
            id: "write",
            header: t("write"),
            align: "end",
            cell: ({ writeGap }) => figures.gap(writeGap),
          },
          {
            id: "read",
            header: t("read"),
            align: "end",
            cell: ({ readGap }) => figures.gap(readGap),
          },
          {
            id: "login",
            header: t("login"),
            align: "end",
            cell: ({ loginGap }) => figures.gap(loginGap),
          },
          {
            id: "acked",
            header: t("acked"),
            align: "end",
            cell: ({ attempts }) => figures.number(attempts.acked),
          },
          { id: "lost", header: t("lost"), align: "end", cell: ({ lost }) => figures.count(lost) },
          {
            id: "unknown",
            header: t("unknown"),
            align: "end",
            cell: ({ unknownThere, unknownAbsent }) =>
              `${figures.count(unknownThere)} / ${figures.count(unknownAbsent)}`,
          },
          {
            id: "phantom",
            header: t("phantom"),
            align: "end",
            cell: ({ phantom }) => figures.count(phantom),
          },
          { id: "stale", header: t("stale"), align: "end", cell: ({ staleReads }) => staleReads ?? "–" },
          {
            id: "errors",
            header: t("errors"),
            cell: ({ errors }) => (
              <span className="block min-w-48 text-xs [overflow-wrap:anywhere]">
                {errors
                  .map(({ code, count: times }) => `${code} × ${figures.number(times)}`)
                  .join(marks.name)}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** When each thing that clients do was first answered again through each way, with its error. */
export function DrillFirstAnswers({
  endpoints,
}: {
  readonly endpoints: readonly DrillEndpointOutcome[];
}): ReactNode {
  const t = useTranslations("drill.figures");
  const { first } = figureTextsOf(languageTag[useReaderLocale()], t);
  return (
    <Card title={t("firstTitle")} description={t("firstText")} padding="none">
      <DataTable
        caption={t("firstTitle")}
        rows={endpoints}
        rowKey={placeOfWay}
        empty={<EmptyState title={t("none")} />}
        columns={[
          { id: "endpoint", header: t("endpoint"), rowHeader: true, mono: true, cell: nameWay },
          {
            id: "login",
            header: t("firstLogin"),
            align: "end",
            cell: ({ firstAfter: { loginMs, loginErrorMs } }) => first(loginMs, loginErrorMs),
          },
          {
            id: "read",
            header: t("firstRead"),
            align: "end",
            cell: ({ firstAfter: { readMs, readErrorMs } }) => first(readMs, readErrorMs),
          },
          {
            id: "write",
            header: t("firstWrite"),
            align: "end",
            cell: ({ firstAfter: { writeMs, writeErrorMs } }) => first(writeMs, writeErrorMs),
          },
        ]}
      />
    </Card>
  );
}
