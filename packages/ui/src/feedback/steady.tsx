import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link Steady}. */
export interface SteadyProps {
  readonly text: string;
  /** The longest texts that may stand in its place, with the widest digit in each place of one. */
  readonly samples: readonly string[];
  readonly className?: string;
}

/**
 * A text that changes every second, in a place that is as wide as the widest of its samples: whatever stands beside it stays
 * where it is. Within its place it stands as its cell does: figures at the end. The samples are drawn by no one and read by no one.
 */
export function Steady({ text, samples, className }: SteadyProps): ReactNode {
  return (
    <span
      data-samples={samples.join("\n")}
      className={classNames(
        // Text and samples share one cell of a grid; a sample takes its width there, and no height.
        "inline-grid grid-cols-[max-content] whitespace-pre tabular-nums after:invisible after:col-start-1 after:row-start-1 after:h-0 after:overflow-hidden after:content-[attr(data-samples)]",
        className,
      )}
    >
      <span className="col-start-1 row-start-1">{text}</span>
    </span>
  );
}
