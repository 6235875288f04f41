"use client";

import { useEffect, useState } from "react";

const tickMs = 1_000;

/** The browser's clock in ticks; null until the first, so that the first paint is the same as the server's. */
export function useNow(isNeeded: boolean): number | null {
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return nowMs;
}
