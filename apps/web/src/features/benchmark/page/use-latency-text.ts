"use client";

import type { BenchmarkFigures } from "@primacy/contract";
import { formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";

/** Tells a percentile of the latency: a dash where there is none, and of one beyond the scale what is known of it. */
export function useLatencyText(): (value: BenchmarkFigures["latency"]["p50"]) => string {
  const t = useTranslations("benchmark.runs");
  const locale = languageTag[useReaderLocale()];
  return (value) => {
    if (value === null) return "–";
    const shown = formatDuration(value.ms, locale);
    return value.isAtLeast ? t("atLeast", { value: shown }) : shown;
  };
}
