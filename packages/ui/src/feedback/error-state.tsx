import { OctagonX } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link ErrorState}. */
export interface ErrorStateProps {
  /** What failed, as a sentence. */
  readonly title: ReactNode;
  /** Why, and what to do. */
  readonly children?: ReactNode;
  /** The problem's id or code, for a report. */
  readonly reference?: ReactNode;
  /** Makes its title the page's own heading, where nothing else on the page has one. */
  readonly level?: 1;
  /** Usually one button: try again. */
  readonly action?: ReactNode;
  readonly className?: string;
}

/** A view that could not be loaded: what failed, why, what to do. */
export function ErrorState({
  title,
  children,
  reference,
  level,
  action,
  className,
}: ErrorStateProps): ReactNode {
  const Heading = level === 1 ? "h1" : "p";
  return (
    <div
      role="alert"
      className={classNames(
        "flex flex-col items-start gap-4 rounded-lg border border-failed-line bg-surface px-6 py-8",
        className,
      )}
    >
      <OctagonX aria-hidden className="size-6 stroke-[1.5] text-failed-ink" />
      <div className="flex max-w-prose flex-col gap-1">
        <Heading className="font-semibold text-base text-ink">{title}</Heading>
        {children === undefined ? null : <div className="text-ink-muted text-sm">{children}</div>}
      </div>
      {action === undefined ? null : <div className="flex flex-wrap gap-2">{action}</div>}
      {reference === undefined ? null : <p className="font-mono text-ink-faint text-xs">{reference}</p>}
    </div>
  );
}
