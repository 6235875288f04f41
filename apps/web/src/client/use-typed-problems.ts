"use client";

import { formatMessage, type ProblemDetail } from "@primacy/contract";
import { useCallback, useEffect, useState } from "react";
import { useReaderLocale } from "./use-locale";

/** A pause of this length ends what is being typed: it is judged then. */
export const typingPauseMs = 600;

/** What is wrong with a form while it is filled in. */
export interface TypedProblems {
  /** The reasons to show at a field, by its pointer. */
  readonly errors: (pointer: string) => readonly string[];
  /** Tells them at once: a field was left. */
  readonly tell: () => void;
}

/**
 * Shows what is wrong with a form as it stands, without a word to somebody who is still typing: a field's reasons begin at
 * the first pause, or when it is left, and end with the letter that mends them. `typed` is the form as a text.
 */
export function useTypedProblems(typed: string, problems: readonly ProblemDetail[]): TypedProblems {
  const locale = useReaderLocale();
  const [told, setTold] = useState<readonly string[]>([]);
  const pointers = JSON.stringify(problems.map(({ path }) => path));
  const tell = useCallback(() => setTold(JSON.parse(pointers)), [pointers]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const timer = setTimeout(tell, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, tell]);
  return {
    tell,
    errors: (pointer) =>
      told.includes(pointer)
        ? problems.filter(({ path }) => path === pointer).map((one) => formatMessage(one.message, locale))
        : [],
  };
}
