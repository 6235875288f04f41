import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link Card}. */
export interface CardProps {
  readonly children: ReactNode;
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** Buttons at the title's end. */
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  /** "none" for tables and lists that reach the border. */
  readonly padding?: "normal" | "none";
  /** The heading's level in the page's outline. */
  readonly headingLevel?: 2 | 3 | 4;
  readonly className?: string;
}

/** A bounded part of a page. */
export function Card(props: CardProps): ReactNode {
  const {
    children,
    title,
    description,
    actions,
    footer,
    padding = "normal",
    headingLevel = 2,
    className,
  } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <section className={classNames("min-w-0 rounded-lg border border-line bg-surface", className)}>
      {title === undefined && actions === undefined ? null : (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2.5">
          <div className="min-w-0">
            {title === undefined ? null : (
              <Heading className="font-semibold text-ink text-sm">{title}</Heading>
            )}
            {description === undefined ? null : <p className="text-ink-muted text-xs">{description}</p>}
          </div>
          {actions === undefined ? null : (
            <div className="flex flex-wrap items-center gap-2 text-sm">{actions}</div>
          )}
        </header>
      )}
      <div className={padding === "normal" ? "p-4" : "overflow-hidden rounded-[7px]"}>{children}</div>
      {footer === undefined ? null : <footer className="border-line border-t px-4 py-2.5">{footer}</footer>}
    </section>
  );
}
