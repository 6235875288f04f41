"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link Checkbox}. */
export interface CheckboxProps {
  readonly label: ReactNode;
  readonly checked: boolean | "indeterminate";
  readonly onCheckedChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly name?: string;
  /** The label is read aloud but not drawn: for table rows. */
  readonly labelHidden?: boolean;
  readonly className?: string;
}

/** A yes or no with its label; the whole label is the target. */
export function Checkbox(props: CheckboxProps): ReactNode {
  const id = useId();
  const { label, checked, hint, disabled = false, labelHidden = false } = props;
  return (
    <div className={classNames("flex items-start gap-2", props.className)}>
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => props.onCheckedChange(next === true)}
        disabled={disabled}
        {...(props.name === undefined ? {} : { name: props.name })}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        aria-invalid={props.invalid || undefined}
        className={classNames(
          "relative mt-0.5 grid size-4 shrink-0 place-items-center rounded-xs border border-line-control bg-surface",
          // The box is 16 px; the target around it is the 24 px that WCAG 2.2 asks for.
          "before:absolute before:-inset-1 before:content-['']",
          "data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
          "aria-invalid:border-failed-solid disabled:opacity-50",
        )}
      >
        <Primitive.Indicator className="text-on-accent">
          {checked === "indeterminate" ? (
            <Minus aria-hidden className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden className="size-3" strokeWidth={3} />
          )}
        </Primitive.Indicator>
      </Primitive.Root>
      <div className={labelHidden ? "sr-only" : "flex min-w-0 flex-col"}>
        <label htmlFor={id} className={classNames("text-sm", disabled && "text-ink-faint")}>
          {label}
        </label>
        {hint === undefined ? null : (
          <span id={`${id}-hint`} className="text-ink-muted text-xs">
            {hint}
          </span>
        )}
      </div>
    </div>
  );
}
