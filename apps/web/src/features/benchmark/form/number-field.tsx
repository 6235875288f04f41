"use client";

import { Field, Input } from "@primacy/ui";
import type { ReactNode } from "react";
import { idOfPlace, type Place } from "./benchmark-problems";
import type { BenchmarkErrors } from "./use-benchmark-errors";

/** A whole number of the form, with what is wrong with it. */
export function NumberField({
  place,
  label,
  hint,
  value,
  errors,
  onText,
}: {
  readonly place: Place;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly errors: BenchmarkErrors;
  readonly onText: (text: string) => void;
}): ReactNode {
  return (
    <Field
      label={label}
      id={idOfPlace(place)}
      {...(hint === undefined ? {} : { hint })}
      errors={errors.at(place)}
      required
    >
      <Input
        name={place}
        inputMode="numeric"
        autoComplete="off"
        className="tabular-nums"
        value={value}
        onChange={({ target }) => onText(target.value)}
        onBlur={errors.tell}
      />
    </Field>
  );
}
