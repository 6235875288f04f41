import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { TONE_STYLES, type Tone } from "../foundation/tone";

/** Properties of {@link Notice}. */
export interface NoticeProps {
  readonly tone: Tone;
  /** What is the case, as a sentence. */
  readonly title: ReactNode;
  /** Why it matters and what to do. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** A fact that stays on the page until it is solved. */
export function Notice({ tone, title, children, actions, className }: NoticeProps): ReactNode {
  const style = TONE_STYLES[tone];
  const Icon = style.icon;
  return (
    <div
      className={classNames(
        "flex items-start gap-3 rounded-lg border px-4 py-3 text-sm",
        style.border,
        style.softBackground,
        className,
      )}
    >
      <Icon
        aria-hidden
        className={classNames("mt-0.5 size-4 shrink-0", style.ink, tone === "busy" && "animate-spin")}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <p className={classNames("font-medium", style.ink)}>{title}</p>
          {children === undefined ? null : <div className="mt-0.5 text-ink-muted">{children}</div>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
