"use client";

import type { PublishedLabel, PublishedTable } from "@primacy/core/benchmark";
import { DataTable } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { publishedFormat } from "./published-format";

/** One table of an article, as it prints its figures. */
export function PublishedFigures({ table }: { readonly table: PublishedTable }): ReactNode {
  const t = useTranslations("article");
  const nameOf = (label: PublishedLabel): string =>
    typeof label === "number" ? t("threads", { count: label }) : t(`names.${label}`);
  const format = publishedFormat(table.unit, languageTag[useReaderLocale()]);
  const title = t(`measures.${table.measure}`);
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium text-ink text-sm">{title}</h3>
      <DataTable
        caption={title}
        density="compact"
        rows={table.rows}
        rowKey={([label]) => String(label)}
        columns={[
          { id: "name", header: t("what"), rowHeader: true, cell: ([label]) => nameOf(label) },
          ...table.columns.map((column, at) => ({
            id: String(column),
            header: nameOf(column),
            align: "end" as const,
            cell: ([, ...values]: PublishedTable["rows"][number]) => format(values[at] ?? null),
          })),
        ]}
      />
    </section>
  );
}
