"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { SegmentedControl } from "./segmented-control";

/** What the reader chose; "system" follows the browser. */
export type ThemeChoice = "system" | "light" | "dark";

/** Properties of {@link ThemeToggle}. */
export interface ThemeToggleProps {
  readonly value: ThemeChoice;
  readonly onValueChange: (value: ThemeChoice) => void;
  readonly label: string;
  readonly choiceLabels: Readonly<Record<ThemeChoice, string>>;
}

/** Light, dark, or as the system. The app stores the choice and sets data-theme on the root element. */
export function ThemeToggle({ value, onValueChange, label, choiceLabels }: ThemeToggleProps): ReactNode {
  return (
    <SegmentedControl
      iconsOnly
      label={label}
      value={value}
      onValueChange={(next) => {
        if (next === "system" || next === "light" || next === "dark") onValueChange(next);
      }}
      segments={[
        { value: "system", label: choiceLabels.system, icon: <Monitor aria-hidden /> },
        { value: "light", label: choiceLabels.light, icon: <Sun aria-hidden /> },
        { value: "dark", label: choiceLabels.dark, icon: <Moon aria-hidden /> },
      ]}
    />
  );
}
