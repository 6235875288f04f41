"use client";

import { Popover as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link Popover}. */
export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  /** The accessible name of what opens. */
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly className?: string;
}

/** Something small beside its button: a filter, an explanation with links. */
export function Popover(props: PopoverProps): ReactNode {
  const { trigger, label, children, align = "start", open, onOpenChange, className } = props;
  return (
    <Primitive.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            "z-40 w-80 max-w-[calc(100vw-1rem)] animate-appear rounded-lg border border-line-strong bg-raised p-4 text-sm shadow-float",
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
