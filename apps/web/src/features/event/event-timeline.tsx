"use client";

import type { ClusterEvent } from "@primacy/contract";
import { formatInstant, Timeline, type TimelineGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useHydrated } from "../../client/use-hydrated";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import type { EventQuery } from "./event-queries";

/** What happened to a cluster, newest first, grouped by day. */
export function EventTimeline({
  clusterId,
  query,
  isPaged = false,
}: {
  readonly clusterId: string;
  readonly query: EventQuery;
  /** With steps to the earlier ones. */
  readonly isPaged?: boolean;
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
            <Days events={items} />
          )}
          {isPaged ? <ListSteps label={t("history")} nextCursor={nextCursor} /> : null}
        </div>
      )}
    </Loaded>
  );
}

function Days({ events }: { readonly events: readonly ClusterEvent[] }): ReactNode {
  const t = useTranslations("topology");
  const tone = useTranslations("common.tone");
  const text = useMessageText();
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
      ...(isLocal ? { timeTitle: shown.title } : {}),
      dateTime: shown.dateTime,
    });
  }
  return <Timeline label={t("history")} groups={groups} />;
}
