"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";

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
  // Before the screens below ask; a query that somebody looks at already must not change while React draws.
  useState(() => {
    for (const one of answers) if (client.getQueryState(one.key) === undefined) give(client, one);
  });
  useEffect(() => {
    for (const one of answers) if (client.getQueryData(one.key) === undefined) give(client, one);
  }, [client, answers]);
  return children;
}

function give(client: QueryClient, { key, answer }: PreloadedAnswer): void {
  client.setQueryData(key, answer);
}
