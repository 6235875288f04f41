"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { Tooltip } from "../overlays/tooltip";
import { type ButtonSize, type ButtonVariant, buttonStyles } from "./button";

/** Properties of {@link IconButton}. */
export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
}

/** A square button with an icon only; its name is read aloud and shown on hover and focus. */
export function IconButton({
  label,
  icon,
  variant = "ghost",
  size = "md",
  className,
  type = "button",
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tooltip content={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={classNames(buttonStyles({ variant, size, square: true }), className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
