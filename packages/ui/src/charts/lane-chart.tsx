import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { SERIES_COLORS, type SeriesKind } from "../foundation/series";
import { TONE_STYLES, type Tone } from "../foundation/tone";
import { roundTo } from "./round-to";

/** A span of time on one lane. */
export interface LaneSpan {
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** What was the case; drawn where it fits, read aloud always. */
  readonly label: string;
  /** Either what it stands for or how it was. */
  readonly look: { readonly kind: SeriesKind } | { readonly tone: Tone };
}

/** One thing over time: a host, a phase. */
export interface ChartLane {
  readonly id: string;
  readonly label: string;
  readonly spans: readonly LaneSpan[];
}

/** Properties of {@link LaneChart}. */
export interface LaneChartProps {
  readonly label: string;
  readonly lanes: readonly ChartLane[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly formatTime: (atMs: number) => string;
  readonly className?: string;
}

/** Who was what, when: one lane per thing, a bar per span. Spans outside the time shown are cut. */
export function LaneChart({ label, lanes, fromMs, toMs, formatTime, className }: LaneChartProps): ReactNode {
  const share = (atMs: number): number =>
    roundTo((Math.min(Math.max(atMs, fromMs), toMs) - fromMs) / Math.max(1, toMs - fromMs), 5) * 100;
  return (
    <section aria-label={label} className={classNames("flex flex-col gap-1.5 text-xs", className)}>
      {lanes.map((lane) => (
        <div key={lane.id} className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-3">
          <h3 className="truncate font-mono text-ink-muted">{lane.label}</h3>
          <ol className="relative h-6 rounded-sm bg-sunken">
            {lane.spans.map((span) => (
              <li
                key={span.id}
                title={`${span.label}, ${formatTime(span.fromMs)} – ${formatTime(span.toMs)}`}
                className="absolute inset-y-0 min-w-px"
                style={{
                  insetInlineStart: `${share(span.fromMs)}%`,
                  width: `${share(span.toMs) - share(span.fromMs)}%`,
                }}
              >
                <SpanBar span={span} />
              </li>
            ))}
          </ol>
        </div>
      ))}
      <div aria-hidden className="flex justify-between ps-[5.75rem] text-2xs text-ink-muted tabular-nums">
        <span>{formatTime(fromMs)}</span>
        <span>{formatTime(toMs)}</span>
      </div>
    </section>
  );
}

function SpanBar({ span }: { span: LaneSpan }): ReactNode {
  const toned = "tone" in span.look ? TONE_STYLES[span.look.tone] : null;
  return (
    <span
      className={classNames(
        "flex h-full items-center overflow-hidden rounded-sm border px-1.5 font-medium text-2xs whitespace-nowrap",
        toned === null
          ? "border-line-strong bg-surface text-ink"
          : [toned.softBackground, toned.ink, toned.border],
      )}
      style={
        "kind" in span.look ? { borderInlineStart: `3px solid ${SERIES_COLORS[span.look.kind]}` } : undefined
      }
    >
      {span.label}
    </span>
  );
}
