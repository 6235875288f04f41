"use client";

import type { Cluster } from "@primacy/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api } from "./api";
import { allClustersKey } from "./api-key";
import { readWholeList, type WholeList } from "./whole-list";

const refreshMs = 10_000;

/** What a screen needs of the clusters: the list, or why there is none or no newer one. */
export type KnownClusters = Pick<UseQueryResult<WholeList<Cluster>, Error>, "data" | "error" | "refetch">;

/** All clusters as last told. While the console does not tell, each is unknown: old news is never drawn as well. */
export function useClusters(): KnownClusters {
  const { data, error, refetch } = useQuery<WholeList<Cluster>, Error>({
    queryKey: allClustersKey,
    queryFn: () => readWholeList((query) => api.call("listClusters", { query })),
    refetchInterval: refreshMs,
  });
  if (data === undefined || error === null) return { data, error, refetch };
  const items = data.items.map((cluster) => ({ ...cluster, tone: "unknown" as const }));
  return { data: { items }, error, refetch };
}
