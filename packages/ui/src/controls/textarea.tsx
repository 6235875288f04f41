"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { controlStyles } from "./control-styles";
import { useFieldAttributes } from "./field";

/** Properties of {@link Textarea}; the rest goes to the element. */
export interface TextareaProps extends ComponentProps<"textarea"> {
  readonly mono?: boolean;
}

/** A text control of several lines that grows with its content. */
export function Textarea({ mono = false, className, rows = 3, ...rest }: TextareaProps): ReactNode {
  return (
    <textarea
      {...useFieldAttributes()}
      {...rest}
      rows={rows}
      className={classNames(
        controlStyles,
        "field-sizing-content max-h-96 min-h-16 py-1.5",
        mono && "font-mono",
        className,
      )}
    />
  );
}
