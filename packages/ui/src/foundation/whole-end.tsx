import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** Where a name is cut, this many of its last characters stay. */
const END = 10;

/** Properties of {@link WholeEnd}. */
export interface WholeEndProps {
  readonly text: string;
  readonly className?: string | undefined;
}

/**
 * A name on one line that loses its middle and never its end where there is too little room: the names of one fleet
 * begin alike and differ at their ends. The whole name is its title and is read aloud.
 */
export function WholeEnd({ text, className }: WholeEndProps): ReactNode {
  const letters = Array.from(text);
  if (letters.length <= END + 4) return <span className={classNames("truncate", className)}>{text}</span>;
  return (
    <span title={text} className={classNames("flex min-w-0", className)}>
      <span className="sr-only">{text}</span>
      {/* A space may stand where the name is cut: both parts keep theirs. */}
      <span aria-hidden className="min-w-0 overflow-hidden text-ellipsis whitespace-pre">
        {letters.slice(0, -END).join("")}
      </span>
      <span aria-hidden className="shrink-0 whitespace-pre">
        {letters.slice(-END).join("")}
      </span>
    </span>
  );
}
