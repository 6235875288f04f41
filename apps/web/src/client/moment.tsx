"use client";

import { formatInstant } from "@primacy/ui";
import type { ReactNode } from "react";
import { languageTag } from "../i18n/locale";
import { useReaderLocale } from "./use-locale";

/** An instant in the reader's local time; UTC on hover and for machines. */
export function Moment({ at }: { readonly at: string }): ReactNode {
  const locale = languageTag[useReaderLocale()];
  const shown = formatInstant(Date.parse(at), { locale, nowMs: Date.now() });
  return (
    <time dateTime={shown.dateTime} title={shown.title} suppressHydrationWarning className="tabular-nums">
      {shown.text}
    </time>
  );
}
