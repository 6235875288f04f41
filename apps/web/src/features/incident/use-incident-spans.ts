import type { Incident } from "@primacy/contract";
import { formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";

/** Writes measured and predicted times for the reader: each measured one with its error. */
export function useIncidentSpans(): {
  readonly measured: (span: Incident["actual"]) => string | null;
  readonly predicted: (range: Incident["predicted"]) => string | null;
} {
  const t = useTranslations("incident");
  const locale = languageTag[useReaderLocale()];
  const write = (ms: number): string => formatDuration(ms, locale);
  return {
    measured: (span) =>
      span === null ? null : t("error", { value: write(span.ms), error: write(span.errorMs) }),
    predicted: (range) =>
      range === null ? null : t("range", { from: write(range.minMs), to: write(range.maxMs) }),
  };
}
