"use client";

import { Input } from "@primacy/ui";
import type { ReactNode } from "react";

/** The control of every field that takes an address: nothing changes what is typed, or proposes what was typed elsewhere. */
export function AddressInput({
  name,
  value,
  onText,
  onLeave,
}: {
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly onLeave?: () => void;
}): ReactNode {
  return (
    <Input
      mono
      name={name}
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onText(target.value)}
      onBlur={onLeave}
    />
  );
}
