import type { ReactNode } from "react";

/** A figure and, quieter beside or below it, its error in words. */
export function WithError({ value, error }: { readonly value: string; readonly error: string }): ReactNode {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1 @xl:justify-end">
      <span className="whitespace-nowrap">{value}</span>{" "}
      <span className="whitespace-normal text-ink-muted text-xs">{error}</span>
    </span>
  );
}
