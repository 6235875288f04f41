"use client";

import { type BenchmarkDetail, BenchmarkState } from "@primacy/contract";
import { compareBenchmarks, type SetupDifference } from "@primacy/core/benchmark";
import { Card, DataTable, formatBytes, formatCount, Link } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "../../../client/moment";
import { useClusters } from "../../../client/use-clusters";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { letterOf } from "./compare-address";

/** Which benchmarks these are, and only that in which their setups differ. */
export function CompareSetup({ benchmarks }: { readonly benchmarks: readonly BenchmarkDetail[] }): ReactNode {
  const t = useTranslations("benchmark.compare");
  const { differences } = compareBenchmarks(benchmarks);
  const text = useFactTexts();
  return (
    <Card title={t("differs")} description={t("differsText")} padding="none">
      <ul className="flex flex-col gap-1 border-line border-b px-4 py-3 text-sm">
        {benchmarks.map((one, place) => (
          <li key={one.id} className="flex flex-wrap items-baseline gap-x-2">
            <strong>{letterOf(place)}</strong>
            <Link href={`/clusters/${one.clusterId}/benchmarks/${one.id}`}>{one.name}</Link>
            <span className="text-ink-muted text-xs">
              <Moment at={one.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {differences.length === 0 ? (
        <p className="px-4 py-3 text-sm">{t("same")}</p>
      ) : (
        <DataTable
          caption={t("differs")}
          rows={differences}
          rowKey={(one) => (one.fact === "endpoints" ? `endpoints ${one.arm}` : one.fact)}
          columns={[
            { id: "fact", header: t("setup"), rowHeader: true, cell: (one) => text.name(one) },
            ...benchmarks.map(({ id }, place) => ({
              id,
              header: letterOf(place),
              cell: (one: SetupDifference) => text.value(one, place),
            })),
          ]}
        />
      )}
    </Card>
  );
}

function useFactTexts(): {
  readonly name: (one: SetupDifference) => string;
  readonly value: (one: SetupDifference, place: number) => string;
} {
  const t = useTranslations("benchmark.compare");
  const states = useTranslations("benchmark.states");
  const locale = languageTag[useReaderLocale()];
  const clusters = useClusters().data?.items ?? [];
  return {
    name: (one) =>
      one.fact === "endpoints" ? t("facts.endpoints", { arm: one.arm }) : t(`facts.${one.fact}`),
    value: ({ fact, values }, place) => {
      const value = values[place] ?? null;
      if (value === null) return t("absent");
      if (fact === "cluster") return clusters.find(({ id }) => id === value)?.name ?? String(value);
      if (typeof value === "number")
        return fact === "bytes" ? formatBytes(value, locale) : formatCount(value, locale);
      const state = BenchmarkState.safeParse(value);
      return fact === "state" && state.success ? states(state.data) : value;
    },
  };
}
