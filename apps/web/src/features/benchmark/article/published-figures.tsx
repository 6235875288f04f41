"use client";

import type { PublishedLabel, PublishedTable, PublishedUnit } from "@primacy/core/benchmark";
import { DataTable } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";

/** One table of an article, as it prints its figures. */
export function PublishedFigures({ table }: { readonly table: PublishedTable }): ReactNode {
  const t = useTranslations("article");
  const nameOf = (label: PublishedLabel): string =>
    typeof label === "number" ? t("threads", { count: label }) : t(`names.${label}`);
  const format = useFormat(table.unit);
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

const suffixes: Readonly<Record<Exclude<PublishedUnit, "change" | "share" | "duration">, string>> = {
  lag: " s",
  tps: " TPS",
  ms: " ms",
  mibps: " MiB/s",
  mbps: " MB/s",
  kbps: " KB/s",
};

function useFormat(unit: PublishedUnit): (value: number | null) => string {
  const locale = languageTag[useReaderLocale()];
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 2,
    ...(unit === "change" ? { signDisplay: "exceptZero" } : {}),
  });
  return (value) => {
    if (value === null) return "–";
    if (unit === "duration") return toClock(value);
    if (unit === "change" || unit === "share") return percent.format(value / 100);
    return plain.format(value) + suffixes[unit];
  };
}

/** To the second, as articles print it: 39:27, 1:51:58. */
function toClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}
