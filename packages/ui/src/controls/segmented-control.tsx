"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** One segment of a {@link SegmentedControl}. */
export interface Segment {
  readonly value: string;
  /** Drawn, and read aloud unless only the icon is drawn. */
  readonly label: string;
  readonly icon?: ReactNode;
}

/** Properties of {@link SegmentedControl}. */
export interface SegmentedControlProps {
  readonly label: string;
  readonly segments: readonly Segment[];
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Draws icons only; the labels stay for assistive technology and as titles. */
  readonly iconsOnly?: boolean;
  readonly className?: string;
}

/** A choice between two to five views of the same thing. One is always chosen. */
export function SegmentedControl(props: SegmentedControlProps): ReactNode {
  const { label, segments, value, onValueChange, iconsOnly = false, className } = props;
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Radix reports "" when the chosen segment is pressed again; a view is never unchosen.
      onValueChange={(next) => next !== "" && onValueChange(next)}
      className={classNames("inline-flex h-8 items-center gap-0.5 rounded-md bg-sunken p-0.5", className)}
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          title={iconsOnly ? segment.label : undefined}
          aria-label={iconsOnly ? segment.label : undefined}
          className={classNames(
            "inline-flex h-7 items-center gap-1.5 rounded-sm border border-transparent text-ink-muted text-xs hover:text-ink [&>svg]:size-4",
            "data-[state=on]:border-line-strong data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink",
            iconsOnly ? "w-7 justify-center" : "px-2.5",
          )}
        >
          {segment.icon}
          {iconsOnly ? null : segment.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
