"use client";

import type { IncidentDetail, IncidentPhase } from "@primacy/contract";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";
import { laneWordsOf } from "../drill/page/lane-words";
import { TimelineDrawing } from "../drill/page/timeline-drawing";
import { listLanes, spanOf, type TimelineLane } from "../drill/page/timeline-lanes";
import { placeMarks } from "../drill/page/timeline-marks";

const drawn: ReadonlySet<IncidentPhase> = new Set<IncidentPhase>([
  "lost",
  "suspected",
  "expelled",
  "elected",
  "writable",
  "vip_released",
  "vip_taken",
]);

/** The lanes of an incident, drawn as those of a drill; nothing where nothing was seen. */
export function IncidentTimeline({
  incident: { timeline, marks, predicted },
}: {
  readonly incident: Pick<IncidentDetail, "timeline" | "marks" | "predicted">;
}): ReactNode {
  const t = useTranslations("incident");
  const drill = useTranslations("drill");
  const text = useMessageText();
  if (timeline === null) return null;
  const words = laneWordsOf(drill, text);
  const { fromMs, toMs, lanes, strips } = timeline;
  const source = {
    ...{ fromMs, toMs, lanes, marks: [], predicted: [] },
    endpoints: strips.map(({ label, lane, spans }) => ({
      label: t("lanes.prober", { endpoint: label }),
      strips: { [lane]: spans },
    })),
  };
  const span = spanOf(source);
  const outage: readonly TimelineLane[] =
    predicted === null
      ? []
      : [
          {
            id: "predicted",
            group: words.groups.predicted,
            label: t("lanes.end"),
            bars: [
              { fromMs: predicted.minMs, toMs: predicted.maxMs, label: t("lanes.end"), tone: "unknown" },
            ],
          },
        ];
  return (
    <TimelineDrawing
      texts={{ title: t("lanes.title"), text: t("lanes.text") }}
      lanes={[...outage, ...listLanes(source, words)]}
      span={span}
      marks={placeMarks(marks, drawn, span)}
      phase={(phase) => t(`phases.${phase}`)}
      beginsAtMs={0}
    />
  );
}
