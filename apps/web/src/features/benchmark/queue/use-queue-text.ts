"use client";

import type { WaitingBenchmark } from "@primacy/contract";
import { formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { roundSeconds } from "../benchmark-time";

/** How long a waiting benchmark still waits, and how long it takes itself, both about. */
export function useQueueText(): {
  readonly begins: (one: Pick<WaitingBenchmark, "startsInSeconds" | "waitsFor">) => string;
  readonly lasts: (seconds: number) => string;
} {
  const t = useTranslations("benchmark.queue");
  const locale = languageTag[useReaderLocale()];
  const about = (seconds: number): string => formatDuration(roundSeconds(seconds) * 1_000, locale);
  return {
    begins: ({ startsInSeconds, waitsFor }) => {
      if (startsInSeconds === null) return t("paused");
      return waitsFor.length === 0 ? t("soon") : t("about", { time: about(startsInSeconds) });
    },
    lasts: (seconds) => t("lastsAbout", { time: about(seconds) }),
  };
}
