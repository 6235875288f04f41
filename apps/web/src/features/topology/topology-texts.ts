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
  /** The longest ages that are shown, for a place that does not move while they change. What is stale takes more room. */
  readonly longestAges: (isStale: boolean) => readonly string[];
  readonly duration: (ms: number) => string;
  /** The same of durations. */
  readonly longestDurations: readonly string[];
  /** The same of queues. */
  readonly longestQueues: readonly string[];
  /** How an agent is, with its version where that is known. */
  readonly agent: (state: AgentState, version: string | null) => string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The widest of each form, below a hundred days; the digits of a table are all as wide as an 8. */
const widestMs = [888, 8_880, 58_800, 58 * minuteMs, 20 * hourMs, 88 * dayMs];

/** As exact as an age that ticks can be read: milliseconds, then tenths, then seconds. */
function roundAge(ageMs: number): number {
  const unitMs = ageMs < 1_000 ? 1 : ageMs < 10_000 ? 100 : 1_000;
  return Math.round(ageMs / unitMs) * unitMs;
}

/** What is stale is told to the tenth of a second while that is news, and later by its largest unit. */
function roundStale(ageMs: number): number {
  if (ageMs < minuteMs) return ageMs;
  const unitMs = ageMs < hourMs ? minuteMs : ageMs < dayMs ? hourMs : dayMs;
  return Math.floor(ageMs / unitMs) * unitMs;
}

/** Everything that turns a topology into words of the reader's language. */
export function useTopologyTexts(): TopologyTexts {
  const t = useTranslations("topology");
  const tone = useTranslations("common.tone");
  const common = useTranslations("common");
  const agentState = useTranslations("host.agentState");
  const message = useMessageText();
  const locale = languageTag[useReaderLocale()];
  const age = (ageMs: number | null, isStale: boolean): string => {
    if (ageMs === null) return common("never");
    if (isStale) return common("stale", { age: formatDuration(roundStale(ageMs), locale) });
    return ageMs < minuteMs
      ? common("age", { age: formatDuration(roundAge(ageMs), locale) })
      : formatAge(ageMs, locale);
  };
  return {
    t,
    tone,
    marks: useListMarks(),
    message,
    unknown: common("unknown"),
    duration: (ms) => formatDuration(ms, locale),
    agent: (state, version) => [agentState(state), version].filter((part) => part !== null).join(" "),
    age,
    longestAges: (isStale) => widestMs.map((ms) => age(ms, isStale)),
    // A lag of a minute and more is no ordinary one, and may move the others once.
    longestDurations: widestMs.slice(0, 3).map((ms) => formatDuration(ms, locale)),
    // More than this waits in no queue that anybody watches for its exact length.
    longestQueues: ["88888"],
  };
}
