"use client";

import type { ClusterEvent } from "@primacy/contract";
import { formatDuration, formatInstant, Timeline, type TimelineGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useHydrated } from "../../client/use-hydrated";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import type { EventQuery } from "./event-queries";

/** What happened to a cluster, newest first and by when it was seen, grouped by day. */
export function EventTimeline({
  clusterId,
  query,
  isWhole = false,
}: {
  readonly clusterId: string;
  readonly query: EventQuery;
  /** With who saw each, and steps to the earlier ones. */
  readonly isWhole?: boolean;
}): ReactNode {
  const t = useTranslations("topology");
  const events = useApi("listEvents", { params: { id: clusterId }, query });
  return (
    <Loaded query={events}>
      {({ items, nextCursor }) => (
        <div className="flex flex-col gap-4">
          {items.length === 0 ? (
            <p className="text-ink-muted text-sm">{t("noEvents")}</p>
          ) : (
            <Days events={items} isWhole={isWhole} />
          )}
          {isWhole ? <ListSteps label={t("history")} nextCursor={nextCursor} /> : null}
        </div>
      )}
    </Loaded>
  );
}

function Days({
  events,
  isWhole,
}: {
  readonly events: readonly ClusterEvent[];
  readonly isWhole: boolean;
}): ReactNode {
  const t = useTranslations("topology");
  const tone = useTranslations("common.tone");
  const text = useMessageText();
  const seenText = useSeenText();
  const locale = languageTag[useReaderLocale()];
  // The server does not know the reader's zone: times appear, and days are told apart, once the page is the browser's.
  const isLocal = useHydrated();
  const zone = isLocal ? {} : { timeZone: "UTC" };
  const dayOf = (at: string): string =>
    new Intl.DateTimeFormat(locale, { ...zone, dateStyle: "long" }).format(new Date(at));
  const today = isLocal ? dayOf(new Date().toISOString()) : dayOf(events[0]?.at ?? "");
  const groups: (TimelineGroup & { events: TimelineGroup["events"][number][] })[] = [];
  for (const event of events) {
    const day = dayOf(event.at);
    const shown = formatInstant(Date.parse(event.at), {
      locale,
      nowMs: Date.parse(event.at),
      precision: "millisecond",
      ...zone,
    });
    const seen = seenText(event);
    let group = groups.at(-1);
    if (group === undefined || group.id !== day) {
      group = { id: day, heading: day === today ? null : day, events: [] };
      groups.push(group);
    }
    group.events.push({
      id: String(event.cursor),
      title: text(event.message),
      tone: event.tone,
      toneLabel: tone(event.tone),
      time: isLocal ? shown.text : "",
      ...(isLocal ? { timeTitle: `${shown.title}\n${seen}` } : {}),
      dateTime: shown.dateTime,
      ...(isWhole ? { detail: seen } : {}),
    });
  }
  return <Timeline label={t("history")} groups={groups} />;
}

/** At whose time an event stands, and how much later the console knew of it. */
function useSeenText(): (event: ClusterEvent) => string {
  const t = useTranslations("event.seen");
  const locale = languageTag[useReaderLocale()];
  return ({ at, recordedAt, seenBy, seenByHostName }) =>
    t(seenBy, {
      host: seenByHostName ?? "",
      after: formatDuration(Date.parse(recordedAt) - Date.parse(at), locale),
    });
}
