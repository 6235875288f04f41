"use client";

import { RadioGroup as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";
import { classNames } from "../foundation/class-names";
import type { RadioOption } from "./radio-group";

/** Options of a {@link RadioList} under one heading. */
export interface RadioListGroup {
  readonly id: string;
  readonly label: string;
  readonly options: readonly RadioOption[];
}

/** Properties of {@link RadioList}. */
export interface RadioListProps {
  /** The list's accessible name. */
  readonly label: string;
  readonly groups: readonly RadioListGroup[];
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly className?: string;
}

/** A choice of one among many under headings, a row each; arrows move over all of them. */
export function RadioList({ label, groups, value, onValueChange, className }: RadioListProps): ReactNode {
  const id = useId();
  return (
    <Primitive.Root
      aria-label={label}
      value={value}
      onValueChange={onValueChange}
      className={classNames("flex flex-col gap-3", className)}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a radio group would name the radios twice
        <div key={group.id} role="group" aria-label={group.label} className="flex flex-col">
          <p aria-hidden className="px-2 pb-0.5 font-medium text-2xs text-ink-muted">
            {group.label}
          </p>
          {group.options.map((option) => (
            <label
              key={option.value}
              htmlFor={`${id}-${option.value}`}
              className={classNames(
                "flex items-start gap-2.5 rounded-md px-2 py-1.5 transition-colors duration-100",
                "has-data-[state=checked]:bg-accent-soft",
                option.disabled ? "cursor-not-allowed text-ink-faint" : "cursor-pointer hover:bg-sunken",
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
                {option.hint === undefined ? null : (
                  <span className="text-ink-muted text-xs">{option.hint}</span>
                )}
              </span>
            </label>
          ))}
        </div>
      ))}
    </Primitive.Root>
  );
}
