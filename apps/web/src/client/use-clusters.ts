"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { type Answer, useApi } from "./use-api";

const refreshMs = 10_000;

/** What a screen needs of the clusters: the list, or why there is none or no newer one. */
export type KnownClusters = Pick<UseQueryResult<Answer<"listClusters">, Error>, "data" | "error" | "refetch">;

/** All clusters as last told. While the console does not tell, each is unknown: old news is never drawn as well. */
export function useClusters(): KnownClusters {
  const { data, error, refetch } = useApi("listClusters", { query: { limit: 200 } }, { refreshMs });
  if (data === undefined || error === null) return { data, error, refetch };
  const items = data.items.map((cluster) => ({ ...cluster, tone: "unknown" as const }));
  return { data: { ...data, items }, error, refetch };
}
