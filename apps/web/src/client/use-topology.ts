"use client";

import type { Topology } from "@primacy/contract";
import { ageTopology } from "@primacy/core/topology";
import type { UseQueryResult } from "@tanstack/react-query";
import { useApi } from "./use-api";
import { useNow } from "./use-now";

const refreshMs = 10_000;

/** What a screen needs of a picture: the picture, or why there is none. */
export type LiveTopology = Pick<UseQueryResult<Topology, Error>, "data" | "error" | "refetch">;

/**
 * The picture of a cluster as old as it is now. It ages in the browser too, once a second and by the browser's clock
 * alone: a console that went silent is never drawn as fresh.
 */
export function useTopology(clusterId: string, options: { readonly enabled?: boolean } = {}): LiveTopology {
  const query = useApi("getTopology", { params: { id: clusterId } }, { ...options, refreshMs });
  const { data, error, refetch, dataUpdatedAt } = query;
  const nowMs = useNow(data !== undefined);
  const ageMs = nowMs === null ? 0 : Math.max(0, nowMs - dataUpdatedAt);
  return { data: data === undefined ? undefined : ageTopology(data, ageMs), error, refetch };
}
