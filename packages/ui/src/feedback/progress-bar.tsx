import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { TONE_STYLES, type Tone } from "../foundation/tone";

/** Properties of {@link ProgressBar}. */
export interface ProgressBarProps {
  /** The accessible name. */
  readonly label: string;
  /** 0 to 1; null while the share is not known. */
  readonly value: number | null;
  /** What the value means: "3 of 8 steps". */
  readonly valueText?: string;
  readonly tone?: Tone;
  readonly className?: string;
}

/** How far something is. */
export function ProgressBar({
  label,
  value,
  valueText,
  tone = "busy",
  className,
}: ProgressBarProps): ReactNode {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={valueText}
      className={classNames("h-1 w-full overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className={classNames(
          "h-full rounded-full transition-[width] duration-200 ease-out",
          TONE_STYLES[tone].solid,
          percent === null && "w-1/3 animate-breathe",
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
