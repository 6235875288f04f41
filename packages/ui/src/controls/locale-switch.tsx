"use client";

import type { ReactNode } from "react";
import { SegmentedControl } from "./segmented-control";

/** Properties of {@link LocaleSwitch}. */
export interface LocaleSwitchProps {
  readonly value: string;
  readonly onValueChange: (locale: string) => void;
  readonly label: string;
  /** Each language by its own name. */
  readonly locales: readonly { readonly value: string; readonly label: string }[];
}

/** The language of the screen. */
export function LocaleSwitch({ value, onValueChange, label, locales }: LocaleSwitchProps): ReactNode {
  return <SegmentedControl label={label} value={value} onValueChange={onValueChange} segments={locales} />;
}
