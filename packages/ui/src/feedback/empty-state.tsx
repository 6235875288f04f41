import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link EmptyState}. */
export interface EmptyStateProps {
  readonly title: ReactNode;
  /** Why it is empty and what the next step does. */
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  /** Its title is the page's own: 1 where nothing else on the page has a heading. */
  readonly level?: 1 | 2;
  /** The next step itself: a button, or a CodeBlock with the exact command. */
  readonly action?: ReactNode;
  readonly className?: string;
}

/** Nothing here yet, and the next step. */
export function EmptyState({
  title,
  children,
  icon,
  level = 2,
  action,
  className,
}: EmptyStateProps): ReactNode {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div
      className={classNames(
        "flex flex-col items-start gap-4 rounded-lg border border-line-strong border-dashed px-6 py-8 sm:px-10 sm:py-12",
        className,
      )}
    >
      {icon === undefined ? null : (
        <div aria-hidden className="text-accent-ink [&>svg]:size-6 [&>svg]:stroke-[1.5]">
          {icon}
        </div>
      )}
      <div className="flex max-w-prose flex-col gap-1">
        <Heading className="font-semibold text-base text-ink">{title}</Heading>
        {children === undefined ? null : <div className="text-ink-muted text-sm">{children}</div>}
      </div>
      {action === undefined ? null : (
        <div className="flex w-full min-w-0 max-w-xl flex-col items-start gap-3">{action}</div>
      )}
    </div>
  );
}
