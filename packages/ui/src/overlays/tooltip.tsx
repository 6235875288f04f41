"use client";

import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

/** Properties of {@link Tooltip}. */
export interface TooltipProps {
  readonly content: ReactNode;
  /** One focusable element: a tooltip on anything else is out of reach by keyboard. */
  readonly children: ReactNode;
  readonly side?: "top" | "right" | "bottom" | "left";
}

/** A short explanation on hover and focus. Never the only place of a fact. */
export function Tooltip({ content, children, side = "top" }: TooltipProps): ReactNode {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-appear rounded-md border border-line-strong bg-raised px-2 py-1 text-ink text-xs shadow-float"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
