import { cva } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/**
 * How loud an action is. One primary per view; danger only for what cannot be taken back, and `danger-quiet` for the way
 * to it, on a page where nothing is wrong.
 */
export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-quiet";
/** Button heights: 28 and 32 px. */
export type ButtonSize = "sm" | "md";

/** The classes of a button, for links that must look like one. */
export const buttonStyles: (options?: {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  square?: boolean | undefined;
}) => string = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap",
    "transition-colors duration-100 select-none [&>svg]:size-4 [&>svg]:shrink-0",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-hover disabled:text-ink-faint",
    "aria-busy:cursor-progress",
  ],
  {
    variants: {
      variant: {
        primary: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
        secondary: "border-line-strong bg-surface text-ink hover:bg-hover",
        ghost: "border-transparent bg-transparent text-ink-muted hover:bg-hover hover:text-ink",
        "danger-quiet":
          "border-line-strong bg-surface text-failed-ink hover:border-failed-line hover:bg-failed-soft",
        danger: "border-transparent bg-danger text-on-accent hover:bg-danger-hover",
      },
      size: { sm: "h-7 px-2.5 text-xs", md: "h-8 px-3 text-sm" },
      square: { true: "px-0", false: "" },
    },
    compoundVariants: [
      { square: true, size: "sm", class: "w-7" },
      { square: true, size: "md", class: "w-8" },
    ],
    defaultVariants: { variant: "secondary", size: "md", square: false },
  },
);

/** Properties of {@link Button}; the rest goes to the element. */
export interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Shows a spinner and ignores further clicks, while the button keeps focus and its words. */
  readonly loading?: boolean;
  readonly icon?: ReactNode;
}

/** A push button. Its type is "button" unless said otherwise, so that it never submits by accident. */
export function Button({
  variant,
  size,
  loading = false,
  icon,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      className={classNames(buttonStyles({ variant, size }), className)}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      {children}
    </button>
  );
}
