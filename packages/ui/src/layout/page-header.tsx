import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link PageHeader}. */
export interface PageHeaderProps {
  readonly title: ReactNode;
  /** The way back up, usually one link. */
  readonly parent?: ReactNode;
  /** The state of the thing, in a sentence. */
  readonly sentence?: ReactNode;
  /** Badges beside the title. */
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** A page's name, its state in one sentence, and its actions. */
export function PageHeader({
  title,
  parent,
  sentence,
  badges,
  actions,
  className,
}: PageHeaderProps): ReactNode {
  return (
    <div className={classNames("flex flex-wrap items-start justify-between gap-x-6 gap-y-3", className)}>
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        {parent === undefined ? null : <div className="text-ink-muted text-xs">{parent}</div>}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 font-semibold text-ink text-xl tracking-[-0.01em] [overflow-wrap:anywhere]">
            {title}
          </h1>
          {badges}
        </div>
        {sentence === undefined ? null : <p className="max-w-4xl text-ink-muted text-sm">{sentence}</p>}
      </div>
      {actions === undefined ? null : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
