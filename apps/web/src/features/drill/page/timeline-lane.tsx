"use client";

import { TONE_STYLES } from "@primacy/ui";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { LaneBar, TimelineLane } from "./timeline-lanes";

/** A bar wider than this share of the lane has its words in it. */
const wordsFrom = 8;

/**
 * A lane with its bars. It is one stop of the tab key, for it may have hundreds of bars: arrows, Home and End move between them, and what
 * has the focus, or is pointed at, is read. Bars are parts of a drawing and no buttons: they do nothing, and are as narrow as their time is
 * short.
 */
export function Lane({
  lane,
  share,
  span,
  told,
  onRead,
}: {
  readonly lane: TimelineLane;
  /** Where an instant stands, from 0 to 100. */
  readonly share: (ms: number) => number;
  readonly span: { readonly fromMs: number; readonly toMs: number };
  readonly told: (bar: LaneBar) => string;
  readonly onRead: (text: string) => void;
}): ReactNode {
  const [reached, setReached] = useState(0);
  const bars = lane.bars.filter(({ fromMs, toMs }) => toMs > span.fromMs && fromMs < span.toMs);
  const stop = Math.min(reached, bars.length - 1);
  const read = (bar: LaneBar): void => onRead(`${lane.label}, ${told(bar)}`);
  function move(event: KeyboardEvent<HTMLOListElement>): void {
    const next = nextBar(event.key, stop, bars.length);
    if (next === null) return;
    event.preventDefault();
    setReached(next);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=img]")[next]?.focus();
  }
  return (
    <div className="mb-0.5 grid grid-cols-[7.25rem_minmax(0,1fr)] items-center">
      <span
        className="sticky start-0 z-20 h-full truncate bg-surface pe-3 font-mono text-2xs text-ink-muted leading-5"
        title={lane.label}
      >
        {lane.label}
      </span>
      <ol
        aria-label={`${lane.group}, ${lane.label}`}
        onKeyDown={move}
        className="relative h-5 rounded-sm bg-sunken"
      >
        {bars.map((bar, index) => (
          <li
            key={`${bar.fromMs} ${bar.label}`}
            className={`absolute z-10 ${heightOf(bar)}`}
            style={{
              insetInlineStart: `${share(bar.fromMs)}%`,
              width: widthOf(bar, share(bar.toMs) - share(bar.fromMs)),
            }}
          >
            <span
              role="img"
              tabIndex={index === stop ? 0 : -1}
              aria-label={told(bar)}
              title={told(bar)}
              onPointerEnter={() => read(bar)}
              onFocus={() => {
                setReached(index);
                read(bar);
              }}
              className={`flex size-full min-w-px cursor-default items-center overflow-hidden whitespace-nowrap rounded-xs border text-2xs leading-none focus-visible:relative focus-visible:z-20 ${bar.isTick === true ? "" : TONE_STYLES[bar.tone].softBackground} ${TONE_STYLES[bar.tone].border} ${TONE_STYLES[bar.tone].ink} ${edgeOf(bar)}`}
            >
              {bar.isTick !== true && share(bar.toMs) - share(bar.fromMs) > wordsFrom ? (
                <span className="px-1">{bar.label}</span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Where a key leads; null: it is none of those that move. */
function nextBar(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return Math.min(at + 1, count - 1);
    case "ArrowLeft":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** An instant has to be seen, however short it is. */
function widthOf({ isTick = false }: LaneBar, percent: number): string {
  return isTick ? `max(4px, ${percent}%)` : `${Math.max(0.15, percent)}%`;
}

/** Each tone has its own height and edge, so that it is seen without its colour; a tick is too narrow for an edge. */
function heightOf({ tone, isTick = false }: LaneBar): string {
  if (isTick)
    return `bottom-0 ${tone === "failed" ? "top-0" : tone === "warning" ? "top-[7px]" : "top-[14px]"}`;
  if (tone === "failed" || tone === "warning") return "inset-y-0";
  if (tone === "busy") return "inset-y-[4px]";
  return tone === "unknown" ? "inset-y-[3px]" : "inset-y-px";
}

function edgeOf({ tone, isTick = false }: LaneBar): string {
  if (isTick) return TONE_STYLES[tone].solid;
  if (tone === "failed") return "border-2 border-double";
  return tone === "warning" ? "border-2 border-dashed" : "";
}
