import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { TONE_STYLES, type Tone } from "../foundation/tone";

/** Properties of {@link StatusPip}. */
export interface StatusPipProps {
  readonly tone: Tone;
  /** The state in one word or two; never left out. */
  readonly label: string;
  /** Draws the icon alone; the word stays for assistive technology and as a title. */
  readonly iconOnly?: boolean;
  /** The label begins with a name or an address, which gets no capital. */
  readonly asWritten?: boolean;
  readonly className?: string;
}

/** A state as colour, icon and word, in running text size. */
export function StatusPip(props: StatusPipProps): ReactNode {
  const { tone, label, iconOnly = false, asWritten = false, className } = props;
  const style = TONE_STYLES[tone];
  const Icon = style.icon;
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 align-middle font-medium",
        style.ink,
        className,
      )}
      title={iconOnly ? label : undefined}
    >
      <Icon
        aria-hidden
        className={classNames("size-[1.1em] shrink-0", tone === "busy" && "animate-spin")}
        strokeWidth={2.25}
      />
      <span className={iconOnly ? "sr-only" : classNames("min-w-0", !asWritten && "first-letter:uppercase")}>
        {label}
      </span>
    </span>
  );
}
