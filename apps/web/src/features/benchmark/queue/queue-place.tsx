"use client";

import type { QueuePlace } from "@primacy/contract";
import { Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApi } from "../../../client/use-api";
import { useListMarks } from "../../../i18n/list-marks";
import { Awaited } from "./benchmark-queue";
import { useQueueText } from "./use-queue-text";

const refreshMs = 5_000;

/** Where a benchmark would stand if it were ordered now; null while nobody is before it, and while nobody knows. */
export function useQueuePlace(clusterId: string, loadHostId: string | null): QueuePlace | null {
  const queue = useApi(
    "listBenchmarkQueue",
    { params: { id: clusterId }, query: loadHostId === null ? {} : { loadHostId } },
    { enabled: loadHostId !== null, refreshMs },
  );
  const next = queue.data?.next ?? null;
  return next === null || next.waitsFor.length === 0 ? null : next;
}

/** The same in one sentence, for the question before the order; null where it begins at once. */
export function useQueueSentence(place: QueuePlace | null): string | null {
  const t = useTranslations("benchmark.queue");
  const text = useQueueText();
  const marks = useListMarks();
  if (place === null) return null;
  const names = place.waitsFor.map(({ name }) => name).join(marks.name);
  return t("placeSentence", { about: text.begins(place), names });
}

/** Says before the order that a benchmark will wait: for which others, and how long about; nothing where it begins at once. */
export function QueuePlaceNotice({ place }: { readonly place: QueuePlace | null }): ReactNode {
  const t = useTranslations("benchmark.queue");
  const text = useQueueText();
  if (place === null) return null;
  return (
    <Notice tone="warning" title={t("place")}>
      <div className="flex flex-col gap-1">
        <p>{t("placeText", { count: place.waitsFor.length, about: text.begins(place) })}</p>
        <Awaited of={place.waitsFor} />
      </div>
    </Notice>
  );
}
