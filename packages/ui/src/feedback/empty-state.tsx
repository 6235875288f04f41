import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link EmptyState}. */
export interface EmptyStateProps {
  readonly title: ReactNode;
  /** Why it is empty and what the next step does. */
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  /** The next step itself: a button, or a CodeBlock with the exact command. */
  readonly action?: ReactNode;
  readonly className?: string;
}

/** Nothing here yet, and the next step. */
export function EmptyState({ title, children, icon, action, className }: EmptyStateProps): ReactNode {
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
        <h2 className="font-semibold text-base text-ink">{title}</h2>
        {children === undefined ? null : <div className="text-ink-muted text-sm">{children}</div>}
      </div>
      {action === undefined ? null : (
        <div className="flex w-full min-w-0 max-w-xl flex-col items-start gap-3">{action}</div>
      )}
    </div>
  );
}
