"use client";

import type { DrillFindings } from "@primacy/contract";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../../client/use-locale";
import { laneWordsOf } from "./lane-words";
import { TimelineDrawing } from "./timeline-drawing";
import { listLanes, spanOf } from "./timeline-lanes";
import { drillMarks, placeMarks } from "./timeline-marks";

/** What happened on one clock: predicted above measured, every server's own view, kernels, and the strips of the clients. */
export function DrillTimeline({ findings }: { readonly findings: DrillFindings }): ReactNode {
  const t = useTranslations("drill");
  const text = useMessageText();
  const span = spanOf(findings);
  return (
    <TimelineDrawing
      texts={{ title: t("timeline.title"), text: t("timeline.text") }}
      lanes={listLanes(findings, laneWordsOf(t, text))}
      span={span}
      marks={placeMarks(findings.marks, drillMarks, span)}
      phase={(phase) => t(`phases.${phase}`)}
      beginsAtMs={gapBeginsAt(findings)}
    />
  );
}

/** When the longest gap of writes begins; the fault where there is none. */
function gapBeginsAt({ endpoints }: DrillFindings): number {
  const gaps = endpoints.flatMap(({ writeGap }) => writeGap ?? []);
  return gaps.toSorted((a, b) => b.gapMs - a.gapMs)[0]?.fromMs ?? 0;
}
