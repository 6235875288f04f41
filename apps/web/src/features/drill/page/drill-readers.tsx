"use client";

import type { DrillReaderOutcome } from "@primacy/contract";
import { Card, DataTable, EmptyState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { useListMarks } from "../../../i18n/list-marks";
import { languageTag } from "../../../i18n/locale";
import { figureTextsOf } from "../figure-texts";
import { nameWay, placeOfWay } from "../name-way";

/** What clients that only read met, in figures with their error. */
export function DrillReaders({ readers }: { readonly readers: readonly DrillReaderOutcome[] }): ReactNode {
  const t = useTranslations("drill.readers");
  const figureTexts = useTranslations("drill.figures");
  const marks = useListMarks();
  const figures = figureTextsOf(languageTag[useReaderLocale()], figureTexts);
  return (
    <Card title={t("title")} description={t("text")} padding="none">
      <DataTable
        caption={t("title")}
        rows={readers}
        rowKey={placeOfWay}
        empty={<EmptyState title={figureTexts("none")} />}
        columns={[
          {
            id: "endpoint",
            header: figureTexts("endpoint"),
            rowHeader: true,
            mono: true,
            cell: nameWay,
          },
          { id: "lag", header: t("lag"), align: "end", cell: ({ lag }) => figures.lag(lag) },
          {
            id: "median",
            header: t("median"),
            align: "end",
            cell: ({ lag }) => figures.median(lag),
          },
          {
            id: "read",
            header: figureTexts("read"),
            align: "end",
            cell: ({ readGap }) => figures.gap(readGap),
          },
          {
            id: "login",
            header: figureTexts("login"),
            align: "end",
            cell: ({ loginGap }) => figures.gap(loginGap),
          },
          {
            id: "servers",
            header: t("servers"),
            cell: ({ servers }) => (
              <ul className="min-w-40 text-xs">
                {servers.map(({ server, reads, logins }) => (
                  <li key={server}>
                    {t("server", { server, reads: figures.number(reads), logins: figures.number(logins) })}
                  </li>
                ))}
              </ul>
            ),
          },
          {
            id: "errors",
            header: figureTexts("errors"),
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
