"use client";

import { useSyncExternalStore } from "react";

/**
 * False while the page is still the server's, true from then on: for what only the browser knows, such as the reader's
 * time zone.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
}

function nothingChanges(): () => void {
  return () => undefined;
}
