"use client";

import { Card, formatDuration, TableScroller } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { figureTextsOf } from "../figure-texts";
import { formatTick, listTicks } from "./timeline-axis";
import { Axis, MarkLines, MarkRows } from "./timeline-foot";
import { Lane } from "./timeline-lane";
import type { LaneBar, TimelineLane } from "./timeline-lanes";
import { type DrawnMark, shareOf } from "./timeline-marks";

/** Lanes below their headings on one clock, the seconds, and the marks with their errors at the foot. */
export function TimelineDrawing<P extends string>({
  texts: { title, text },
  lanes,
  span,
  marks,
  phase,
  beginsAtMs,
}: {
  readonly texts: { readonly title: string; readonly text: string };
  readonly lanes: readonly TimelineLane[];
  /** What is drawn of the clock. */
  readonly span: { readonly fromMs: number; readonly toMs: number };
  /** In the order of their instants. */
  readonly marks: readonly DrawnMark<P>[];
  readonly phase: (phase: P) => string;
  /** What is in sight first where the drawing is wider than its box. */
  readonly beginsAtMs: number;
}): ReactNode {
  const t = useTranslations("drill.timeline");
  const figureTexts = useTranslations("drill.figures");
  const locale = languageTag[useReaderLocale()];
  const [read, setRead] = useState<string | null>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const figures = figureTextsOf(locale, figureTexts);
  const seconds = (ms: number): string => t("seconds", { value: formatSeconds(ms, locale) });
  const tick = (ms: number): string =>
    formatTick(ms, span, { seconds, duration: (one) => formatDuration(one, locale) });
  const share = (ms: number): number => shareOf(ms, span);
  const told = (bar: LaneBar): string => `${seconds(bar.fromMs)} – ${seconds(bar.toMs)}: ${bar.label}`;
  // The latest stands highest at the foot.
  const rows = marks.toReversed();
  useInSight(drawing, share(beginsAtMs));
  return (
    <Card title={title} description={text}>
      <p aria-live="polite" className="min-h-5 text-ink-muted text-xs tabular-nums">
        {read ?? t("hint")}
      </p>
      <TableScroller label={title}>
        <div ref={drawing} className="relative isolate min-w-[52rem] text-xs">
          <MarkLines marks={rows} />
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
          <Axis ticks={listTicks(span)} share={share} text={tick} />
          <MarkRows marks={rows} phase={phase} figure={figures.seconds} />
        </div>
      </TableScroller>
    </Card>
  );
}

const rem = 16;
/** The names of the lanes stay in sight over the drawing. */
const namesWidth = 7.25 * rem;

/** Where the drawing is wider than its box, as on a phone, it is moved once so that this share of it is seen. */
function useInSight(drawing: RefObject<HTMLDivElement | null>, beginsAt: number): void {
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
