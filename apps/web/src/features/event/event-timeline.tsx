"use client";

import { type ClusterEvent, OperationKind, OperationState } from "@primacy/contract";
import { formatInstant, Timeline, type TimelineGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { z } from "zod";
import { ListSteps } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useHydrated } from "../../client/use-hydrated";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import { operationWord } from "../operation/operation-word";
import type { EventQuery } from "./event-queries";

const Finished = z.object({ operation: OperationKind, outcome: OperationState });

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

/** How an operation ended is told in the reader's words: the event carries its kind and outcome as codes. */
function useEventTitle(): (event: ClusterEvent) => string {
  const t = useTranslations("event");
  const kind = useTranslations("operation.kind");
  const state = useTranslations("operation.state");
  const text = useMessageText();
  return (event) => {
    const finished = Finished.safeParse(event.detail);
    // An operation that tells more of its end than its outcome has a text of its own.
    if (event.message.code !== "event.operation_finished" || !finished.success) return text(event.message);
    const { operation, outcome } = finished.data;
    return t("finished", { operation: kind(operationWord[operation]), outcome: state(outcome) });
  };
}

function Days({ events }: { readonly events: readonly ClusterEvent[] }): ReactNode {
  const t = useTranslations("topology");
  const tone = useTranslations("common.tone");
  const titleOf = useEventTitle();
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
      title: titleOf(event),
      tone: event.tone,
      toneLabel: tone(event.tone),
      time: isLocal ? shown.text : "",
      ...(isLocal ? { timeTitle: shown.title } : {}),
      dateTime: shown.dateTime,
    });
  }
  return <Timeline label={t("history")} groups={groups} />;
}
