"use client";

import type { Operation } from "@primacy/contract";
import { Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApi } from "../../../client/use-api";
import { useMay } from "../../../frame/principal-context";
import { useListMarks } from "../../../i18n/list-marks";
import { CancelWaiting } from "./benchmark-queue";
import { useQueueText } from "./use-queue-text";

const refreshMs = 5_000;

/** Before whom a benchmark waits and how long about, on its own page; nothing once it has begun. */
export function QueueNotice({
  operation,
  clusterId,
}: {
  readonly operation: Operation;
  readonly clusterId: string;
}): ReactNode {
  const t = useTranslations("benchmark.queue");
  const text = useQueueText();
  const marks = useListMarks();
  const mayOperate = useMay("operator");
  const isQueued = operation.state === "queued";
  const queue = useApi(
    "listBenchmarkQueue",
    { params: { id: clusterId } },
    { enabled: isQueued, ...(isQueued ? { refreshMs } : {}) },
  );
  const one = queue.data?.items.find(({ id }) => id === operation.id);
  if (!isQueued || one === undefined) return null;
  const about = text.begins(one);
  const names = one.waitsFor.map(({ name }) => name).join(marks.name);
  return (
    <Notice tone="busy" title={t("notice")} {...(mayOperate ? { actions: <CancelWaiting one={one} /> } : {})}>
      {names === "" ? t("noticeAlone", { about }) : t("noticeFor", { about, names })}
    </Notice>
  );
}
