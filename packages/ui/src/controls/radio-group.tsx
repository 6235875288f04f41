"use client";

import { RadioGroup as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";
import { classNames } from "../foundation/class-names";

/** One choice of a {@link RadioGroup}. */
export interface RadioOption {
  readonly value: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

/** Properties of {@link RadioGroup}. */
export interface RadioGroupProps {
  /** The group's accessible name. */
  readonly label: string;
  readonly options: readonly RadioOption[];
  readonly value: string | undefined;
  readonly onValueChange: (value: string) => void;
  readonly name?: string;
  readonly className?: string;
}

/** A choice of one where every choice deserves a sentence; arrows move, each card is a target. */
export function RadioGroup({
  label,
  options,
  value,
  onValueChange,
  name,
  className,
}: RadioGroupProps): ReactNode {
  const id = useId();
  return (
    <Primitive.Root
      aria-label={label}
      value={value ?? null}
      onValueChange={onValueChange}
      {...(name === undefined ? {} : { name })}
      className={classNames("grid gap-2", className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          htmlFor={`${id}-${option.value}`}
          className={classNames(
            "flex items-start gap-2.5 rounded-lg border border-line bg-surface px-3 py-2.5 transition-colors duration-100",
            "has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft",
            option.disabled
              ? "cursor-not-allowed text-ink-faint"
              : "cursor-pointer hover:border-line-control",
          )}
        >
          <Primitive.Item
            id={`${id}-${option.value}`}
            value={option.value}
            disabled={option.disabled ?? false}
            className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-control bg-surface data-[state=checked]:border-accent"
          >
            <Primitive.Indicator className="size-2 rounded-full bg-accent" />
          </Primitive.Item>
          <span className="flex min-w-0 flex-col">
            <span className="font-medium text-sm">{option.label}</span>
            {option.hint === undefined ? null : <span className="text-ink-muted text-xs">{option.hint}</span>}
          </span>
        </label>
      ))}
    </Primitive.Root>
  );
}
