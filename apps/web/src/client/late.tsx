"use client";

import { type ReactNode, useSyncExternalStore } from "react";

/** A script that a page needs, but not for its first words: it comes by itself. */
export class LateScript<T extends object> {
  readonly #load: () => Promise<T>;
  readonly #waiting = new Set<() => void>();
  #hasBegun = false;
  #outcome: { readonly loaded: T } | { readonly error: unknown } | null = null;

  /** `load` is an `import` of the script. */
  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Asks for the script if nobody has yet: a page does it while it still waits for its figures. */
  begin = (): void => {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const end = (outcome: { readonly loaded: T } | { readonly error: unknown }): void => {
      this.#outcome = outcome;
      for (const tell of this.#waiting) tell();
    };
    this.#load().then(
      (loaded) => end({ loaded }),
      (error: unknown) => end({ error }),
    );
  };

  /** Calls `tell` when the script is there or has failed, and asks for it; returns what ends that. */
  subscribe = (tell: () => void): (() => void) => {
    this.#waiting.add(tell);
    this.begin();
    return () => void this.#waiting.delete(tell);
  };

  /** What the script exports, or null before it is there. Throws why it could not be loaded. */
  read = (): T | null => {
    if (this.#outcome === null) return null;
    if ("error" in this.#outcome) throw this.#outcome.error;
    return this.#outcome.loaded;
  };
}

/**
 * Shows what a late script draws as soon as it is there, and `fallback` until then. React's `lazy` would wait 300 ms from its
 * fallback to what comes in its place, however soon the script came (FALLBACK_THROTTLE_MS).
 */
export function Late<T extends object>({
  script,
  fallback = null,
  children,
}: {
  readonly script: LateScript<T>;
  readonly fallback?: ReactNode;
  readonly children: (loaded: T) => ReactNode;
}): ReactNode {
  const loaded = useSyncExternalStore(script.subscribe, script.read, () => null);
  return loaded === null ? fallback : children(loaded);
}
