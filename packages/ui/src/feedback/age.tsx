import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link Age}. */
export interface AgeProps {
  /** "12 ms ago", "stale, 14 s ago". */
  readonly label: string;
  /** The full local time with its zone, shown on hover. */
  readonly title?: string;
  /** ISO 8601 in UTC, for machines. */
  readonly dateTime?: string;
  readonly stale?: boolean;
  readonly className?: string;
}

/** How old a fact is. A stale one is boxed and grey, so that it is never read as fresh. */
export function Age({ label, title, dateTime, stale = false, className }: AgeProps): ReactNode {
  return (
    <time
      title={title}
      dateTime={dateTime}
      className={classNames(
        "inline-flex items-center gap-1 align-middle whitespace-nowrap text-xs",
        stale
          ? "h-5 rounded-sm border border-unknown-line border-dashed bg-unknown-soft px-1.5 font-medium text-unknown-ink"
          : "text-ink-faint",
        className,
      )}
    >
      {stale ? <Clock aria-hidden className="size-3" /> : null}
      {label}
    </time>
  );
}

/** Properties of {@link Stale}. */
export interface StaleProps {
  /** Null: the content is fresh and drawn as it is. */
  readonly ageLabel: string | null;
  readonly ageTitle?: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Content that may be out of date: past its limit it loses its colours and says its age. Its text stays readable. */
export function Stale({ ageLabel, ageTitle, children, className }: StaleProps): ReactNode {
  return (
    <div className={classNames("relative", className)}>
      <div className={ageLabel === null ? undefined : "grayscale"}>{children}</div>
      {ageLabel === null ? null : (
        <div className="absolute end-2 top-2">
          <Age stale label={ageLabel} {...(ageTitle === undefined ? {} : { title: ageTitle })} />
        </div>
      )}
    </div>
  );
}
