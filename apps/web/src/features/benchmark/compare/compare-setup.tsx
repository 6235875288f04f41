"use client";

import { type BenchmarkDetail, BenchmarkHygiene, BenchmarkState } from "@primacy/contract";
import { compareBenchmarks, type SetupDifference } from "@primacy/core/benchmark";
import { Card, DataTable, formatBytes, formatCount, Link } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "../../../client/moment";
import { useClusters } from "../../../client/use-clusters";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { useSystemTexts } from "../use-system-texts";
import { letterOf } from "./compare-address";
import { useComparedRate } from "./use-compared-rate";

/** Which benchmarks these are, and only that in which their setups differ. */
export function CompareSetup({ benchmarks }: { readonly benchmarks: readonly BenchmarkDetail[] }): ReactNode {
  const t = useTranslations("benchmark.compare");
  const { differences } = compareBenchmarks(benchmarks);
  const text = useFactTexts();
  const { rate } = useComparedRate(benchmarks);
  return (
    <Card title={t("differs")} description={t("differsText", { rate })} padding="none">
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
          rowKey={keyOf}
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

function keyOf(one: SetupDifference): string {
  if (one.fact === "endpoints") return `endpoints ${one.arm}`;
  return one.fact === "system" ? `${one.name.of} ${one.name.name}` : one.fact;
}

function useFactTexts(): {
  readonly name: (one: SetupDifference) => string;
  readonly value: (one: SetupDifference, place: number) => string;
} {
  const t = useTranslations("benchmark.compare");
  const states = useTranslations("benchmark.states");
  const levels = useTranslations("benchmark.hygiene.levels");
  const locale = languageTag[useReaderLocale()];
  const clusters = useClusters().data?.items ?? [];
  const system = useSystemTexts(useTranslations("benchmark.system")("loadHost"));
  return {
    name: (one) => {
      if (one.fact === "system") return system.name(one.name);
      return one.fact === "endpoints" ? t("facts.endpoints", { arm: one.arm }) : t(`facts.${one.fact}`);
    },
    value: (one, place) => {
      if (one.fact === "recorded") return t(one.values[place] === "recorded" ? "recorded" : "notRecorded");
      if (one.fact === "system") return system.readings(one.values[place] ?? []);
      const value = one.values[place] ?? null;
      if (value === null) return t("absent");
      if (one.fact === "cluster") return clusters.find(({ id }) => id === value)?.name ?? String(value);
      if (typeof value === "number")
        return one.fact === "bytes" ? formatBytes(value, locale) : formatCount(value, locale);
      const level = BenchmarkHygiene.safeParse(value);
      if (one.fact === "hygiene" && level.success) return levels(level.data);
      const state = BenchmarkState.safeParse(value);
      return one.fact === "state" && state.success ? states(state.data) : value;
    },
  };
}
