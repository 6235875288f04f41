"use client";

import type { ReactNode } from "react";
import { BareLink } from "../controls/link";
import { classNames } from "../foundation/class-names";
import { WholeEnd } from "../foundation/whole-end";

/** One place to go. */
export interface NavItem {
  readonly href: string;
  readonly label: string;
  readonly current: boolean;
  readonly icon?: ReactNode;
  /** A StatusPip (icon only) or a count, at the end. */
  readonly status?: ReactNode;
  /** Places below this one. */
  readonly items?: readonly NavItem[];
}

/** Properties of {@link NavList}. */
export interface NavListProps {
  readonly items: readonly NavItem[];
  readonly title?: ReactNode;
  readonly className?: string;
}

/** A group of places in the rail. */
export function NavList({ items, title, className }: NavListProps): ReactNode {
  return (
    <div className={classNames("flex flex-col gap-1", className)}>
      {title === undefined ? null : (
        <p className="px-2 pt-3 pb-1 font-medium text-ink-faint text-xs">{title}</p>
      )}
      <NavItems items={items} nested={false} />
    </div>
  );
}

function NavItems({ items, nested }: { items: readonly NavItem[]; nested: boolean }): ReactNode {
  return (
    <ul className={classNames("flex flex-col gap-0.5", nested && "ms-4 border-line border-s ps-2")}>
      {items.map((item) => (
        <li key={item.href} className="flex flex-col gap-0.5">
          <BareLink
            href={item.href}
            {...(item.current ? { "aria-current": "page" as const } : {})}
            className={classNames(
              "flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 text-sm -outline-offset-1 transition-colors duration-100 [&>svg]:size-4 [&>svg]:shrink-0",
              item.current
                ? "bg-surface font-medium text-ink ring-1 ring-line ring-inset [&>svg]:text-accent-ink"
                : "text-ink-muted hover:bg-hover hover:text-ink",
            )}
          >
            {item.icon}
            <WholeEnd text={item.label} className="relative min-w-0 flex-1" />
            {item.status}
          </BareLink>
          {item.items === undefined || item.items.length === 0 ? null : (
            <NavItems items={item.items} nested />
          )}
        </li>
      ))}
    </ul>
  );
}
