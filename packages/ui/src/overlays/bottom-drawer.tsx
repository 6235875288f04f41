"use client";

import { ChevronUp } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "../foundation/class-names";
import { useUi } from "../foundation/ui-provider";

/** Properties of {@link BottomDrawer}. */
export interface BottomDrawerProps {
  /** The region's accessible name. */
  readonly label: string;
  /** The closed drawer's one line: what runs, how far. */
  readonly summary: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A bar at the page's foot that follows what runs and opens to its steps. It covers nothing while closed. */
export function BottomDrawer({ label, summary, open, onOpenChange, children }: BottomDrawerProps): ReactNode {
  const { labels } = useUi();
  const contentId = useId();
  return (
    <section aria-label={label} className="border-line-strong border-t bg-raised">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={contentId}
        onClick={() => onOpenChange(!open)}
        className="flex min-h-11 w-full items-center gap-3 px-4 py-1.5 text-start text-sm -outline-offset-2 hover:bg-hover lg:px-8"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">{summary}</span>
        <ChevronUp
          aria-hidden
          className={classNames(
            "size-4 shrink-0 text-ink-muted transition-transform duration-150",
            open && "rotate-180",
          )}
        />
        <span className="sr-only">{open ? labels.hideDetails : labels.showDetails}</span>
      </button>
      <div
        id={contentId}
        hidden={!open}
        className="max-h-[50vh] animate-rise overflow-y-auto border-line border-t px-4 py-4 lg:px-8"
      >
        {children}
      </div>
    </section>
  );
}
