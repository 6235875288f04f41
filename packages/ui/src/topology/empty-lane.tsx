import type { ReactNode } from "react";

/** The sign of "nothing here": a fact, where a hatch says that nobody can tell. */
export function EmptyLane(): ReactNode {
  return (
    <span aria-hidden className="text-ink-faint text-xs leading-8">
      –
    </span>
  );
}
