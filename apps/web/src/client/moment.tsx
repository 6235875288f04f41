"use client";

import { formatInstant } from "@primacy/ui";
import type { ReactNode } from "react";
import { languageTag } from "../i18n/locale";
import { useHydrated } from "./use-hydrated";
import { useReaderLocale } from "./use-locale";

/**
 * An instant in the reader's local time; with its zone on hover and in UTC for machines. The server does not know the
 * reader's zone: until the page is the browser's, the place is kept and nothing is shown.
 */
export function Moment({ at }: { readonly at: string }): ReactNode {
  const locale = languageTag[useReaderLocale()];
  const isLocal = useHydrated();
  const atMs = Date.parse(at);
  const zone = isLocal ? {} : { timeZone: "UTC" };
  const shown = formatInstant(atMs, { locale, nowMs: isLocal ? Date.now() : atMs, ...zone });
  return (
    <time
      dateTime={shown.dateTime}
      title={isLocal ? shown.title : undefined}
      className={isLocal ? "tabular-nums" : "invisible tabular-nums"}
    >
      {shown.text}
    </time>
  );
}

/** The same as words within a sentence: to the second, in UTC until the page is the browser's. */
export function useMomentText(): (at: string) => string {
  const locale = languageTag[useReaderLocale()];
  const isLocal = useHydrated();
  return (at) => {
    const atMs = Date.parse(at);
    const zone = isLocal ? {} : { timeZone: "UTC" };
    return formatInstant(atMs, { locale, nowMs: isLocal ? Date.now() : atMs, ...zone }).text;
  };
}
