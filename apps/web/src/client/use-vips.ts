"use client";

import type { Vip } from "@primacy/contract";
import { useQueries } from "@tanstack/react-query";
import { api } from "./api";
import { apiKey } from "./api-key";

const staleMs = 2_000;

/** The VIPs of each of these clusters; asked for while `enabled`. A cluster whose VIPs are not known is not in it. */
export function useVips(
  clusterIds: readonly string[],
  { enabled }: { readonly enabled: boolean },
): ReadonlyMap<string, readonly Vip[]> {
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
      return items === undefined ? [] : [[id, items] as const];
    }),
  );
}
