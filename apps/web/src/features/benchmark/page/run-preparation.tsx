"use client";

import { type BenchmarkRun, PreparationKind } from "@primacy/contract";
import { secondsPrepared } from "@primacy/core/benchmark";
import { formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { meanOf } from "../benchmark-time";

/** How long what was done before a run took. */
export function RunPreparationCell({ run }: { readonly run: BenchmarkRun }): ReactNode {
  const locale = languageTag[useReaderLocale()];
  if (run.preparation === undefined) return "–";
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatDuration(secondsPrepared(run) * 1_000, locale)}
    </span>
  );
}

/** What the parts of it took in the mean of the runs that have begun: all restarts together, and so on. Nothing where nothing was done. */
export function MeanPreparation({ runs }: { readonly runs: readonly BenchmarkRun[] }): ReactNode {
  const t = useTranslations("benchmark.hygiene");
  const locale = languageTag[useReaderLocale()];
  const whole = runs.filter(({ startedAt, preparation }) => startedAt !== null && preparation !== undefined);
  const parts = PreparationKind.options.flatMap((kind) => {
    const sums = whole.map(({ preparation = [] }) => preparation.filter((one) => one.kind === kind));
    const ms = meanOf(sums.map((own) => own.reduce((sum, one) => sum + one.ms, 0)));
    if (ms === null || sums.every((own) => own.length === 0)) return [];
    return [t("part", { name: t(`parts.${kind}`), time: formatDuration(ms, locale) })];
  });
  if (parts.length === 0) return null;
  const total = meanOf(whole.map(secondsPrepared)) ?? 0;
  const time = formatDuration(total * 1_000, locale);
  return <span className="text-ink-muted text-xs">{t("mean", { time, parts: parts.join(" · ") })}</span>;
}
