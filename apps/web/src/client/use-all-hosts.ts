"use client";

import type { Host } from "@primacy/contract";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api";
import { allHostsKey } from "./api-key";
import { readWholeList, type WholeList } from "./whole-list";

/** Every host, for a screen on which one is looked for; asked for while `enabled`, and empty until they came. */
export function useAllHosts({ enabled }: { readonly enabled: boolean }): readonly Host[] {
  const { data } = useQuery<WholeList<Host>, Error>({
    queryKey: allHostsKey,
    queryFn: () => readWholeList((query) => api.call("listHosts", { query })),
    enabled,
  });
  return data?.items ?? [];
}
