"use client";

import { type ReactNode, useEffect, useState } from "react";
import { formatDuration } from "../format/duration";
import { useUi } from "../foundation/ui-provider";

/** Properties of {@link Elapsed}. */
export interface ElapsedProps {
  /** When it began, in milliseconds of this browser's clock. */
  readonly sinceMs: number;
  readonly className?: string;
}

const TICK_MS = 100;

/** The time since a moment, ticking. It is empty in the server's markup, where no clock agrees with the reader's. */
export function Elapsed({ sinceMs, className }: ElapsedProps): ReactNode {
  const { locale } = useUi();
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (nowMs === null) return null;
  // Tenths of a second: the third digit would only flicker.
  const shownMs = Math.max(0, Math.floor((nowMs - sinceMs) / TICK_MS) * TICK_MS);
  return <span className={className}>{formatDuration(shownMs, locale)}</span>;
}
