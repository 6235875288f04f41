"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DrawnMark } from "./timeline-marks";

/** The line of each mark behind the bars, down to its row at the foot; those of later instants stand higher, so that none crosses words. */
export function MarkLines({ marks }: { readonly marks: readonly DrawnMark[] }): ReactNode {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-y-0 start-[7.25rem] end-0 z-0">
      {marks.map(({ phase, atMs, at }, row) => (
        <span
          key={`${phase} ${atMs}`}
          className="absolute top-0 border-line-control border-s border-dashed"
          style={{ insetInlineStart: `${at}%`, bottom: `${(marks.length - row - 0.5) * rowRem}rem` }}
        />
      ))}
    </div>
  );
}

const rowRem = 1.125;

/** The marks with their error: each may have been as early and as late as its line is wide. */
export function MarkRows<P extends string>({
  marks,
  phase: nameOf,
  figure,
}: {
  readonly marks: readonly DrawnMark<P>[];
  readonly phase: (phase: P) => string;
  /** Milliseconds as seconds, without the unit. */
  readonly figure: (ms: number) => string;
}): ReactNode {
  const t = useTranslations("drill.marks");
  return (
    <ol aria-label={t("title")} className="relative z-10 ms-[7.25rem]">
      {marks.map(({ phase, atMs, errorMs, at, low, high, isBefore }) => (
        <li
          key={`${phase} ${atMs}`}
          className="relative text-2xs text-ink-muted tabular-nums"
          style={{ height: `${rowRem}rem` }}
        >
          <span
            aria-hidden
            className="-translate-y-1/2 absolute top-1/2 h-2 border-ink-muted border-x"
            style={{ insetInlineStart: `${low}%`, width: `${high - low}%` }}
          >
            <span className="absolute inset-x-0 top-1/2 border-ink-muted border-t" />
          </span>
          <span
            aria-hidden
            className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 size-1.5 rounded-full bg-ink"
            style={{ insetInlineStart: `${at}%` }}
          />
          <span
            className="-translate-y-1/2 absolute top-1/2 whitespace-nowrap bg-surface px-1"
            style={
              isBefore
                ? { insetInlineEnd: `calc(${100 - low}% + 0.375rem)` }
                : { insetInlineStart: `calc(${high}% + 0.375rem)` }
            }
          >
            {`${nameOf(phase)} ${t("at", { value: figure(atMs), error: figure(errorMs) })}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A figure further to the right than this ends at its instant: it would widen the drawing. */
const lastShare = 97;

/** The instants below the lanes. */
export function Axis({
  ticks,
  share,
  text,
}: {
  readonly ticks: readonly number[];
  readonly share: (ms: number) => number;
  readonly text: (ms: number) => string;
}): ReactNode {
  return (
    <div aria-hidden className="relative z-10 ms-[7.25rem] mt-1 h-5 text-2xs text-ink-muted tabular-nums">
      {ticks.map((ms) => (
        <span
          key={ms}
          className={`absolute whitespace-nowrap bg-surface px-0.5 ${share(ms) > lastShare ? "-translate-x-full" : "-translate-x-1/2"}`}
          style={{ insetInlineStart: `${share(ms)}%` }}
        >
          {text(ms)}
        </span>
      ))}
    </div>
  );
}
