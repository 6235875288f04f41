"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { controlStyles } from "./control-styles";
import { useFieldAttributes } from "./field";

/** One choice of a {@link Select}. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
}

/** Properties of {@link Select}. */
export interface SelectProps {
  readonly options: readonly SelectOption[];
  /** Undefined shows the placeholder. Values may not be empty strings. */
  readonly value: string | undefined;
  readonly onValueChange: (value: string) => void;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly name?: string;
  /** Needed outside a Field only. */
  readonly label?: string;
  readonly mono?: boolean;
  readonly className?: string;
}

/** A choice of one from a short list, with keyboard type-ahead. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  disabled = false,
  name,
  label,
  mono = false,
  className,
}: SelectProps): ReactNode {
  return (
    <Primitive.Root
      value={value ?? ""}
      onValueChange={onValueChange}
      disabled={disabled}
      {...(name === undefined ? {} : { name })}
    >
      <Primitive.Trigger
        {...useFieldAttributes()}
        {...(label === undefined ? {} : { "aria-label": label })}
        className={classNames(
          controlStyles,
          "group inline-flex h-8 items-center justify-between gap-2 text-start data-placeholder:text-ink-faint",
          mono && "font-mono",
          className,
        )}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float"
        >
          <Primitive.Viewport className="p-1">
            {options.map((option) => (
              <SelectItem key={option.value} option={option} mono={mono} />
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function SelectItem({ option, mono }: { option: SelectOption; mono: boolean }): ReactNode {
  return (
    <Primitive.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className="relative flex min-h-7 select-none flex-col justify-center rounded-sm py-1 ps-7 pe-2 text-ink text-sm outline-none data-disabled:text-ink-faint data-highlighted:bg-hover"
    >
      <Primitive.ItemIndicator className="absolute start-2 top-2">
        <Check aria-hidden className="size-3.5 text-accent-ink" />
      </Primitive.ItemIndicator>
      <span className={classNames(mono && "font-mono")}>
        <Primitive.ItemText>{option.label}</Primitive.ItemText>
      </span>
      {option.hint === undefined ? null : <span className="text-ink-muted text-xs">{option.hint}</span>}
    </Primitive.Item>
  );
}
