"use client";

import type { ClusterEvent, EventKind } from "@primacy/contract";
import { formatInstant, Timeline, type TimelineGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";

/** What happened to a cluster, newest first, grouped by day. */
export function EventTimeline({
  clusterId,
  limit,
  kind,
}: {
  readonly clusterId: string;
  readonly limit: number;
  readonly kind?: EventKind;
}): ReactNode {
  const t = useTranslations("topology");
  const events = useApi("listEvents", {
    params: { id: clusterId },
    query: { limit, ...(kind === undefined ? {} : { kind }) },
  });
  return (
    <Loaded query={events}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-ink-muted text-sm">{t("noEvents")}</p>
        ) : (
          <Days events={items} />
        )
      }
    </Loaded>
  );
}

function Days({ events }: { readonly events: readonly ClusterEvent[] }): ReactNode {
  const t = useTranslations("topology");
  const tone = useTranslations("common.tone");
  const text = useMessageText();
  const locale = languageTag[useReaderLocale()];
  const nowMs = Date.now();
  const dayOf = (at: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(new Date(at));
  const today = dayOf(new Date(nowMs).toISOString());
  const groups: (TimelineGroup & { events: TimelineGroup["events"][number][] })[] = [];
  for (const event of events) {
    const day = dayOf(event.at);
    const shown = formatInstant(Date.parse(event.at), {
      locale,
      nowMs: Date.parse(event.at),
      precision: "millisecond",
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
      time: shown.text,
      timeTitle: shown.title,
      dateTime: shown.dateTime,
    });
  }
  return <Timeline label={t("history")} groups={groups} />;
}
