import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { TONE_STYLES, type Tone } from "../foundation/tone";

/** Properties of {@link Badge}. */
export interface BadgeProps {
  readonly children: ReactNode;
  /** Without a tone the badge is a plain fact: a role, a version, a count. */
  readonly tone?: Tone;
  /** Marks the one thing that matters most: the accent colour. */
  readonly emphasis?: boolean;
  readonly mono?: boolean;
  readonly className?: string;
}

/** A small label in a box. With a tone it carries that tone's icon too. */
export function Badge({ children, tone, emphasis = false, mono = false, className }: BadgeProps): ReactNode {
  const style = tone === undefined ? null : TONE_STYLES[tone];
  const Icon = style?.icon;
  return (
    <span
      className={classNames(
        "inline-flex h-5 align-middle max-w-full shrink-0 items-center gap-1 rounded-sm border px-1.5 font-medium text-2xs whitespace-nowrap",
        style === null && !emphasis && "border-line bg-hover text-ink-muted",
        style === null && emphasis && "border-accent-line bg-accent-soft text-accent-ink",
        style !== null && [style.border, style.softBackground, style.ink],
        mono && "font-mono font-normal",
        className,
      )}
    >
      {Icon === undefined ? null : (
        <Icon
          aria-hidden
          strokeWidth={2.25}
          className={classNames("size-3 shrink-0", tone === "busy" && "animate-spin")}
        />
      )}
      <span className="truncate">{children}</span>
    </span>
  );
}
