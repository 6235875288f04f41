"use client";

import type { DrillFindings } from "@primacy/contract";
import { Card, TableScroller } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useMessageText, useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { figureTextsOf } from "../figure-texts";
import { laneWordsOf } from "./lane-words";
import { Axis, MarkLines, MarkRows } from "./timeline-foot";
import { Lane } from "./timeline-lane";
import { type LaneBar, listLanes, listTicks, spanOf } from "./timeline-lanes";
import { placeMarks } from "./timeline-marks";

/** What happened on one clock: predicted above measured, every server's own view, kernels, and the strips of the clients. */
export function DrillTimeline({ findings }: { readonly findings: DrillFindings }): ReactNode {
  const t = useTranslations("drill");
  const figureTexts = useTranslations("drill.figures");
  const text = useMessageText();
  const locale = languageTag[useReaderLocale()];
  const [read, setRead] = useState<string | null>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const figures = figureTextsOf(locale, figureTexts);
  const seconds = (ms: number): string => t("timeline.seconds", { value: formatSeconds(ms, locale) });
  const lanes = listLanes(findings, laneWordsOf(t, text));
  const span = spanOf(findings);
  const share = (ms: number): number =>
    ((Math.min(Math.max(ms, span.fromMs), span.toMs) - span.fromMs) / (span.toMs - span.fromMs)) * 100;
  // The latest stands highest at the foot.
  const marks = placeMarks(findings, span).toReversed();
  const told = (bar: LaneBar): string => `${seconds(bar.fromMs)} – ${seconds(bar.toMs)}: ${bar.label}`;
  useGapInSight(drawing, share(gapBeginsAt(findings)));
  return (
    <Card title={t("timeline.title")} description={t("timeline.text")}>
      <p aria-live="polite" className="min-h-5 text-ink-muted text-xs tabular-nums">
        {read ?? t("timeline.hint")}
      </p>
      <TableScroller label={t("timeline.title")}>
        <div ref={drawing} className="relative isolate min-w-[52rem] text-xs">
          <MarkLines marks={marks} />
          {lanes.map((lane, index) => (
            <Fragment key={lane.id}>
              {lanes[index - 1]?.group === lane.group ? null : (
                <h3 className="relative z-10 mt-3 mb-1 font-medium text-ink-muted">
                  <span className="sticky start-0 inline-block bg-surface pe-2">{lane.group}</span>
                </h3>
              )}
              <Lane lane={lane} share={share} span={span} told={told} onRead={setRead} />
            </Fragment>
          ))}
          <Axis ticks={listTicks(span)} share={share} seconds={seconds} />
          <MarkRows marks={marks} figure={figures.seconds} />
        </div>
      </TableScroller>
    </Card>
  );
}

/** When the longest gap of writes begins; the fault where there is none. */
function gapBeginsAt({ endpoints }: DrillFindings): number {
  const gaps = endpoints.flatMap(({ writeGap }) => writeGap ?? []);
  return gaps.toSorted((a, b) => b.gapMs - a.gapMs)[0]?.fromMs ?? 0;
}

const rem = 16;
/** The names of the lanes stay in sight over the drawing. */
const namesWidth = 7.25 * rem;

/** Where the drawing is wider than its box, as on a phone, it is moved once so that the gap's beginning is seen. */
function useGapInSight(drawing: RefObject<HTMLDivElement | null>, beginsAt: number): void {
  const isMoved = useRef(false);
  useEffect(() => {
    const box = drawing.current?.parentElement;
    if (isMoved.current || box == null || box.scrollWidth <= box.clientWidth) return;
    isMoved.current = true;
    box.scrollLeft = ((box.scrollWidth - namesWidth) * beginsAt) / 100 - rem;
  }, [drawing, beginsAt]);
}

function formatSeconds(ms: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: "negative" }).format(
    ms / 1_000,
  );
}
