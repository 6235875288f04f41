import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link BrandMark}. */
export interface BrandMarkProps {
  /** The product's name beside the mark; without it the mark is decoration. */
  readonly name?: string;
  readonly className?: string;
}

/** Three members in a row, the first one carrying the address: the product's mark. */
export function BrandMark({ name, className }: BrandMarkProps): ReactNode {
  return (
    <span className={classNames("inline-flex items-center gap-2 font-semibold text-ink", className)}>
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 shrink-0">
        <path d="M5 1 8 4.2 5 7.4 2 4.2Z" className="fill-accent-ink" />
        <rect x="2" y="9" width="6" height="10" rx="1.5" className="fill-ink" />
        <rect x="10" y="9" width="3.5" height="10" rx="1.25" className="fill-ink-faint" />
        <rect x="15.5" y="9" width="3.5" height="10" rx="1.25" className="fill-ink-faint" />
      </svg>
      {name}
    </span>
  );
}
