"use client";

import type { ReactNode } from "react";
import { useOverflow } from "../foundation/use-overflow";

/** Properties of {@link TableScroller}. */
export interface TableScrollerProps {
  /** What it scrolls, read aloud where it does. */
  readonly label: string;
  /** CSS; the table scrolls inside this height. */
  readonly maxHeight?: string | undefined;
  /** One table. */
  readonly children: ReactNode;
}

/**
 * Scrolls a table that does not fit, by keyboard too: some browsers let nobody reach a scrolling box that has no place
 * in the order of the tab key. A table that fits takes no such place.
 */
export function TableScroller({ label, maxHeight, children }: TableScrollerProps): ReactNode {
  const [box, overflows] = useOverflow<HTMLDivElement>();
  const isReached = overflows || maxHeight !== undefined;
  return (
    <div
      ref={box}
      className="ui-more overflow-auto [--more-ground:var(--surface)]"
      style={{ maxHeight }}
      {...(isReached ? { role: "region", "aria-label": label, tabIndex: 0 } : {})}
    >
      {children}
    </div>
  );
}
