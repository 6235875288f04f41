"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";

/** An answer that the server loaded for a page, under the key of the query that shows it. */
export interface PreloadedAnswer {
  readonly key: readonly unknown[];
  readonly answer: unknown;
}

/**
 * Gives what the server loaded to the queries of the screens inside, so that the first paint has it. Its age counts
 * from now, by the browser's clock; an answer that the live stream brought meanwhile is kept.
 */
export function Preloaded({
  answers,
  children,
}: {
  readonly answers: readonly PreloadedAnswer[];
  readonly children: ReactNode;
}): ReactNode {
  const client = useQueryClient();
  // Before the screens below ask, at first and whenever the address asks for something else: a table that is sorted
  // anew stays the same table, and keeps the keyboard's place. Somebody above may have asked in this very drawing, as the
  // header does; a query that is on the screen already must not change while React draws, and waits for the effect.
  useMemo(() => {
    for (const one of answers) if (!isLookedAt(client, one)) give(client, one);
  }, [client, answers]);
  useEffect(() => {
    for (const one of answers) give(client, one);
  }, [client, answers]);
  return children;
}

function isLookedAt(client: QueryClient, { key }: PreloadedAnswer): boolean {
  return (client.getQueryCache().find({ queryKey: key, exact: true })?.getObserversCount() ?? 0) > 0;
}

/** What is known already is not older than what the page brought. */
function give(client: QueryClient, { key, answer }: PreloadedAnswer): void {
  if (client.getQueryData(key) === undefined) client.setQueryData(key, answer);
}
