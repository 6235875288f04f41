"use client";

import { DropdownMenu as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { BareLink } from "../controls/link";
import { classNames } from "../foundation/class-names";

/** One entry of a {@link DropdownMenu}. */
export type MenuItem =
  | {
      readonly kind: "action";
      readonly id: string;
      readonly label: string;
      readonly onSelect: () => void;
      readonly icon?: ReactNode;
      /** Why it cannot be done now; the entry is then disabled and says so. */
      readonly disabledReason?: string;
      readonly danger?: boolean;
      readonly shortcut?: string;
    }
  | {
      readonly kind: "link";
      readonly id: string;
      readonly label: string;
      readonly href: string;
      readonly icon?: ReactNode;
    }
  | { readonly kind: "heading"; readonly id: string; readonly label: string }
  | { readonly kind: "separator"; readonly id: string };

/** Properties of {@link DropdownMenu}. */
export interface DropdownMenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "end";
}

/** Actions behind one button. */
export function DropdownMenu({ trigger, items, align = "end" }: DropdownMenuProps): ReactNode {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 max-w-80 animate-appear rounded-lg border border-line-strong bg-raised p-1 shadow-float"
        >
          {items.map((item) => (
            <MenuEntry key={item.id} item={item} />
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const ENTRY =
  "flex min-h-8 select-none items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-disabled:text-ink-faint data-highlighted:bg-hover data-highlighted:ring-1 data-highlighted:ring-focus data-highlighted:ring-inset [&>svg]:size-4 [&>svg]:shrink-0";

function MenuEntry({ item }: { item: MenuItem }): ReactNode {
  switch (item.kind) {
    case "separator":
      return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
    case "heading":
      return <Primitive.Label className="px-2 py-1 text-ink-faint text-xs">{item.label}</Primitive.Label>;
    case "link":
      return (
        <Primitive.Item asChild>
          <BareLink href={item.href} className={classNames(ENTRY, "text-ink")}>
            {item.icon}
            {item.label}
          </BareLink>
        </Primitive.Item>
      );
    case "action":
      return (
        <Primitive.Item
          disabled={item.disabledReason !== undefined}
          onSelect={item.onSelect}
          className={classNames(ENTRY, item.danger ? "text-failed-ink" : "text-ink")}
        >
          {item.icon}
          <span className="flex min-w-0 flex-1 flex-col">
            {item.label}
            {item.disabledReason === undefined ? null : (
              <span className="text-ink-faint text-xs">{item.disabledReason}</span>
            )}
          </span>
          {item.shortcut === undefined ? null : <kbd className="text-ink-faint text-xs">{item.shortcut}</kbd>}
        </Primitive.Item>
      );
  }
}
