"use client";

import type { AgentState, Message } from "@primacy/contract";
import { formatAge, formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { type ListMarks, useListMarks } from "../../i18n/list-marks";
import { languageTag } from "../../i18n/locale";

/** The words that a topology model is made with. */
export interface TopologyTexts {
  readonly t: ReturnType<typeof useTranslations<"topology">>;
  readonly tone: ReturnType<typeof useTranslations<"common.tone">>;
  readonly unknown: string;
  readonly marks: ListMarks;
  readonly message: (message: Message) => string;
  /** "12 ms ago", or that it is stale. Null age: never seen. */
  readonly age: (ageMs: number | null, isStale: boolean) => string;
  readonly duration: (ms: number) => string;
  /** How an agent is, with its version where that is known. */
  readonly agent: (state: AgentState, version: string | null) => string;
}

const minuteMs = 60_000;

/** As exact as an age that ticks can be read: milliseconds, then tenths, then seconds. */
function roundAge(ageMs: number): number {
  const unitMs = ageMs < 1_000 ? 1 : ageMs < 10_000 ? 100 : 1_000;
  return Math.round(ageMs / unitMs) * unitMs;
}

/** Everything that turns a topology into words of the reader's language. */
export function useTopologyTexts(): TopologyTexts {
  const t = useTranslations("topology");
  const tone = useTranslations("common.tone");
  const common = useTranslations("common");
  const agentState = useTranslations("host.agentState");
  const message = useMessageText();
  const locale = languageTag[useReaderLocale()];
  return {
    t,
    tone,
    marks: useListMarks(),
    message,
    unknown: common("unknown"),
    duration: (ms) => formatDuration(ms, locale),
    agent: (state, version) => [agentState(state), version].filter((part) => part !== null).join(" "),
    age: (ageMs, isStale) => {
      if (ageMs === null) return common("never");
      if (isStale) return common("stale", { age: formatDuration(ageMs, locale) });
      return ageMs < minuteMs
        ? common("age", { age: formatDuration(roundAge(ageMs), locale) })
        : formatAge(ageMs, locale);
    },
  };
}
