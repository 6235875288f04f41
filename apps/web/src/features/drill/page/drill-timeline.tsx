"use client";

import type { DrillFindings, DrillPhaseName } from "@primacy/contract";
import { Card, TableScroller, TONE_STYLES } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, useState } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { type LaneBar, listLanes, listTicks, spanOf, type TimelineLane } from "./timeline-lanes";

/** Marks that the eye looks for; the table has them all. */
const drawn: ReadonlySet<DrillPhaseName> = new Set([
  "injected",
  "elected",
  "vip_taken",
  "first_write",
  "heal_begun",
]);

/** What happened on one clock: predicted above measured, every server's own view, kernels, and the strips of the clients. */
export function DrillTimeline({ findings }: { readonly findings: DrillFindings }): ReactNode {
  const t = useTranslations("drill.timeline");
  const phases = useTranslations("drill.phases");
  const locale = languageTag[useReaderLocale()];
  const [read, setRead] = useState<string | null>(null);
  const seconds = (ms: number): string => t("seconds", { value: formatSeconds(ms, locale) });
  const lanes = listLanes(findings, {
    groups: {
      predicted: t("predicted"),
      views: t("views"),
      readOnly: t("readOnly"),
      addresses: t("address"),
    },
    phase: (phase) => phases(phase),
    lane: (lane) => t(`lanes.${lane}`),
    outcome: (outcome, count) => t(`outcomes.${outcome}`, { count }),
    silent: t("silent"),
    readOnly: t("isReadOnly"),
    writable: t("isWritable"),
    held: t("held"),
    absent: t("absent"),
  });
  const span = spanOf(findings);
  const marks = findings.marks.filter(({ phase, atMs }) => drawn.has(phase) && atMs <= span.toMs);
  const share = (ms: number): number =>
    ((Math.min(Math.max(ms, span.fromMs), span.toMs) - span.fromMs) / (span.toMs - span.fromMs)) * 100;
  return (
    <Card title={t("title")} description={t("text")}>
      <p aria-live="polite" className="min-h-5 text-ink-muted text-xs tabular-nums">
        {read ?? t("hint")}
      </p>
      <TableScroller label={t("title")}>
        <div className="relative min-w-[52rem] pb-[4.25rem] text-xs">
          {lanes.map((lane, index) => (
            <Fragment key={lane.id}>
              {lanes[index - 1]?.group === lane.group ? null : (
                <h3 className="mt-3 mb-1 font-medium text-ink-muted">{lane.group}</h3>
              )}
              <Lane lane={lane} share={share} span={span} seconds={seconds} onRead={setRead} />
            </Fragment>
          ))}
          <Axis ticks={listTicks(span)} share={share} seconds={seconds} />
          <div aria-hidden className="pointer-events-none absolute inset-y-0 start-32 end-0">
            {marks.map(({ phase, atMs }, index) => (
              <span
                key={phase}
                className="absolute inset-y-0 border-ink-muted border-s border-dashed"
                style={{ insetInlineStart: `${share(atMs)}%` }}
              >
                <span
                  className="absolute ms-1 whitespace-nowrap bg-surface px-0.5 text-2xs text-ink-muted"
                  style={{ bottom: `${(labelRows - 1 - (index % labelRows)) * 0.8}rem` }}
                >
                  {phases(phase)}
                </span>
              </span>
            ))}
          </div>
        </div>
      </TableScroller>
    </Card>
  );
}

/** Marks stand close together: their words are told below one another. */
const labelRows = 5;

/** The seconds below the lanes, above the words of the marks. */
function Axis({
  ticks,
  share,
  seconds,
}: {
  readonly ticks: readonly number[];
  readonly share: (ms: number) => number;
  readonly seconds: (ms: number) => string;
}): ReactNode {
  return (
    <div aria-hidden className="relative ms-32 mt-1 h-4 text-2xs text-ink-muted tabular-nums">
      {ticks.map((ms) => (
        <span
          key={ms}
          className="-translate-x-1/2 absolute whitespace-nowrap"
          style={{ insetInlineStart: `${share(ms)}%` }}
        >
          {seconds(ms)}
        </span>
      ))}
    </div>
  );
}

function Lane({
  lane,
  share,
  span,
  seconds,
  onRead,
}: {
  readonly lane: TimelineLane;
  readonly share: (ms: number) => number;
  readonly span: { readonly fromMs: number; readonly toMs: number };
  readonly seconds: (ms: number) => string;
  readonly onRead: (text: string) => void;
}): ReactNode {
  const bars = lane.bars.filter(({ fromMs, toMs }) => toMs > span.fromMs && fromMs < span.toMs);
  const told = (bar: LaneBar): string => `${seconds(bar.fromMs)} – ${seconds(bar.toMs)}: ${bar.label}`;
  return (
    <div className="mb-0.5 grid grid-cols-[7.25rem_minmax(0,1fr)] items-center gap-3">
      <span className="truncate font-mono text-2xs text-ink-muted" title={lane.label}>
        {lane.label}
      </span>
      <ol className="relative h-5 rounded-sm bg-sunken">
        {bars.map((bar) => (
          <li
            key={`${bar.fromMs} ${bar.label}`}
            title={told(bar)}
            onPointerEnter={() => onRead(told(bar))}
            className={`absolute flex min-w-px items-center overflow-hidden whitespace-nowrap rounded-xs border px-1 text-2xs leading-none ${TONE_STYLES[bar.tone].softBackground} ${TONE_STYLES[bar.tone].border} ${TONE_STYLES[bar.tone].ink} ${heightOf(bar)}`}
            style={{
              insetInlineStart: `${share(bar.fromMs)}%`,
              width: `${Math.max(0.15, share(bar.toMs) - share(bar.fromMs))}%`,
            }}
          >
            {share(bar.toMs) - share(bar.fromMs) > 8 ? (
              bar.label
            ) : (
              <span className="sr-only">{bar.label}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Each tone has its own height and edge, so that it is seen without its colour. */
function heightOf({ tone }: LaneBar): string {
  if (tone === "failed") return "inset-y-0 border-2 border-double";
  if (tone === "warning") return "inset-y-0 border-2 border-dashed";
  return tone === "unknown" ? "inset-y-1" : "inset-y-0.5";
}

function formatSeconds(ms: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: "negative" }).format(
    ms / 1_000,
  );
}
