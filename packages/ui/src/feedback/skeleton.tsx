import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** Properties of {@link Skeleton}. */
export interface SkeletonProps {
  /** Give the size of what will stand here, so that nothing jumps. */
  readonly className?: string;
}

/** The place of something that is coming. It stays invisible for its first 300 ms. */
export function Skeleton({ className }: SkeletonProps): ReactNode {
  return <div aria-hidden className={classNames("h-4 animate-late rounded-sm bg-hover", className)} />;
}

/** Properties of {@link SkeletonLines}. */
export interface SkeletonLinesProps {
  /** Read aloud once, instead of the boxes. */
  readonly label: string;
  readonly lines?: number;
  readonly className?: string;
}

const LINE_WIDTHS = ["w-11/12", "w-3/4", "w-5/6", "w-2/3"] as const;

/** Several lines that are coming, announced as one. */
export function SkeletonLines({ label, lines = 4, className }: SkeletonLinesProps): ReactNode {
  return (
    <div role="status" className={classNames("flex flex-col gap-3", className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={line} className={LINE_WIDTHS[line % LINE_WIDTHS.length] ?? "w-full"} />
      ))}
    </div>
  );
}
