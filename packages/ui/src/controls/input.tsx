"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { controlStyles } from "./control-styles";
import { useFieldAttributes } from "./field";

/** Properties of {@link Input}; the rest goes to the element. */
export interface InputProps extends ComponentProps<"input"> {
  /** Monospace: for addresses, identifiers and SQL. */
  readonly mono?: boolean;
}

/** A single-line text control. Inside a Field it takes its id and descriptions from there. */
export function Input({ mono = false, className, ...rest }: InputProps): ReactNode {
  return (
    <input
      {...useFieldAttributes()}
      {...rest}
      className={classNames(controlStyles, "h-8", mono && "font-mono", className)}
    />
  );
}
