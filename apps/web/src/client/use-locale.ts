"use client";

import { formatMessage, Locale, type Message } from "@primacy/contract";
import { useLocale } from "next-intl";

/** The reader's language as the contract names it. */
export function useReaderLocale(): Locale {
  return Locale.catch("en").parse(useLocale());
}

/** Turns messages that travel with data into text of the reader's language. */
export function useMessageText(): (message: Message) => string {
  const locale = useReaderLocale();
  return (message) => formatMessage(message, locale);
}
