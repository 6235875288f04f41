"use client";

import { useTranslations } from "next-intl";
import { useReaderLocale } from "../../client/use-locale";
import { type SystemTexts, systemTextsOf } from "./system-texts";

/** How facts of servers and hosts are told in the reader's language; `loadHost` is how the load host is called. */
export function useSystemTexts(loadHost: string): SystemTexts {
  const t = useTranslations("benchmark.system");
  return systemTextsOf(useReaderLocale(), loadHost, (key, values) => t(key, values));
}
