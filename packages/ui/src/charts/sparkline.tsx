import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { SERIES_COLORS, type SeriesKind } from "../foundation/series";
import { roundTo } from "./round-to";

/** Properties of {@link Sparkline}. */
export interface SparklineProps {
  /** What it shows, with its last value: the whole of it for assistive technology. */
  readonly label: string;
  /** In order of time, evenly spaced; null is a gap. */
  readonly values: readonly (number | null)[];
  readonly kind: SeriesKind;
  readonly className?: string;
}

const WIDTH = 96;
const HEIGHT = 24;

/** A trend in the size of a word, from zero. */
export function Sparkline({ label, values, kind, className }: SparklineProps): ReactNode {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classNames("h-6 w-24", className)}
    >
      <path
        d={sparklinePath(values)}
        fill="none"
        stroke={SERIES_COLORS[kind]}
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The line of a sparkline; a null lifts the pen. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const top = Math.max(0, ...values.filter((value) => value !== null)) || 1;
  const step = WIDTH / Math.max(1, values.length - 1);
  let path = "";
  let drawing = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      drawing = false;
      continue;
    }
    const y = HEIGHT - 1 - (Math.max(0, value) / top) * (HEIGHT - 2);
    path += `${drawing ? "L" : "M"}${roundTo(index * step, 2)} ${roundTo(y, 2)}`;
    drawing = true;
  }
  return path;
}
