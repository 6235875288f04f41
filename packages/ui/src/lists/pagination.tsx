"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyles } from "../controls/button";
import { BareLink } from "../controls/link";
import { classNames } from "../foundation/class-names";

/** Properties of {@link Pagination}. */
export interface PaginationProps {
  /** The accessible name of the region. */
  readonly label: string;
  /** Null at the first page. */
  readonly previous: { readonly href: string; readonly label: string } | null;
  /** Null at the last page. */
  readonly next: { readonly href: string; readonly label: string } | null;
  /** "1 to 50 of 312". */
  readonly summary?: ReactNode;
  readonly className?: string;
}

/** Steps through a cursor-paged list by links. */
export function Pagination({ label, previous, next, summary, className }: PaginationProps): ReactNode {
  if (previous === null && next === null && summary === undefined) return null;
  return (
    <nav
      aria-label={label}
      className={classNames("flex flex-wrap items-center justify-between gap-3", className)}
    >
      <div className="text-ink-muted text-xs">{summary}</div>
      <div className="flex gap-2">
        {previous === null ? null : (
          <BareLink href={previous.href} className={buttonStyles({ size: "sm" })}>
            <ChevronLeft aria-hidden />
            {previous.label}
          </BareLink>
        )}
        {next === null ? null : (
          <BareLink href={next.href} className={buttonStyles({ size: "sm" })}>
            {next.label}
            <ChevronRight aria-hidden />
          </BareLink>
        )}
      </div>
    </nav>
  );
}
