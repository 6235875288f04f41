"use client";

import { Switch as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link Switch}. */
export interface SwitchProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** A setting that takes effect at once; for what is submitted later use a Checkbox. */
export function Switch({
  label,
  checked,
  onCheckedChange,
  hint,
  disabled = false,
  className,
}: SwitchProps): ReactNode {
  const id = useId();
  return (
    <div className={classNames("flex items-start justify-between gap-4", className)}>
      <div className="flex min-w-0 flex-col">
        <label htmlFor={id} className={classNames("font-medium text-sm", disabled && "text-ink-faint")}>
          {label}
        </label>
        {hint === undefined ? null : (
          <span id={`${id}-hint`} className="text-ink-muted text-xs">
            {hint}
          </span>
        )}
      </div>
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        className="relative h-5 w-9 shrink-0 rounded-full border border-line-control bg-sunken transition-colors duration-100 before:absolute before:-inset-1 before:content-[''] disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Primitive.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-ink-muted transition-transform duration-100 data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-on-accent" />
      </Primitive.Root>
    </div>
  );
}
