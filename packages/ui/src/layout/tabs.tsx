"use client";

import { type ReactNode, useEffect, useRef } from "react";
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

/**
 * Pages of one thing, as links, so that each can be sent to a colleague. Where they do not fit they scroll sideways: a
 * shade says that there are more, and the current one is in sight.
 */
export function Tabs({ label, items, className }: TabsProps): ReactNode {
  const nav = useRef<HTMLElement>(null);
  const current = items.find((item) => item.current)?.href;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current tab is what it waits for
  useEffect(() => {
    const tab = nav.current?.querySelector("[aria-current]");
    if (nav.current === null || !(tab instanceof HTMLElement)) return;
    nav.current.scrollLeft = tab.offsetLeft - (nav.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={classNames("ui-more relative overflow-x-auto border-line border-b", className)}
    >
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
