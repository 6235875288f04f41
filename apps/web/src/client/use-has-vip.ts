"use client";

import { useQueries } from "@tanstack/react-query";
import { api } from "./api";
import { apiKey } from "./api-key";

const staleMs = 2_000;

/** Whether each of these clusters has a VIP; asked for while `enabled`. A cluster of which it is not known is not in it. */
export function useHasVip(
  clusterIds: readonly string[],
  { enabled }: { readonly enabled: boolean },
): ReadonlyMap<string, boolean> {
  const answers = useQueries({
    queries: clusterIds.map((id) => ({
      queryKey: apiKey("listVips", { params: { id } }),
      queryFn: () => api.call("listVips", { params: { id } }),
      enabled,
      staleTime: staleMs,
    })),
  });
  return new Map(
    clusterIds.flatMap((id, index) => {
      const items = answers[index]?.data?.items;
      return items === undefined ? [] : [[id, items.length > 0] as const];
    }),
  );
}
