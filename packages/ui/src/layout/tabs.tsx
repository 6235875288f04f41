"use client";

import type { ReactNode } from "react";
import { BareLink } from "../controls/link";
import { classNames } from "../foundation/class-names";

/** One tab: a page of its own with a URL. */
export interface TabItem {
  readonly href: string;
  readonly label: string;
  readonly current: boolean;
  /** A count or a pip. */
  readonly badge?: ReactNode;
}

/** Properties of {@link Tabs}. */
export interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly className?: string;
}

/** Pages of one thing, as links, so that each can be sent to a colleague. */
export function Tabs({ label, items, className }: TabsProps): ReactNode {
  return (
    <nav aria-label={label} className={classNames("overflow-x-auto border-line border-b", className)}>
      <ul className="flex gap-5">
        {items.map((item) => (
          <li key={item.href}>
            <BareLink
              href={item.href}
              {...(item.current ? { "aria-current": "page" as const } : {})}
              className={classNames(
                "flex h-10 items-center gap-1.5 border-b-2 text-sm whitespace-nowrap -outline-offset-2 transition-colors duration-100",
                item.current
                  ? "border-accent font-medium text-ink"
                  : "border-transparent text-ink-muted hover:border-line-strong hover:text-ink",
              )}
            >
              {item.label}
              {item.badge}
            </BareLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
