"use client";

import type { MeasuredEndpoint } from "@primacy/contract";
import { ageEndpoints } from "@primacy/core/endpoint";
import { useApi } from "../../client/use-api";
import { useNow } from "../../client/use-now";

const refreshMs = 5_000;

/** The endpoints of a cluster as old as they are now; null until they are loaded. No picture waits for them. */
export function useEndpoints(clusterId: string): readonly MeasuredEndpoint[] | null {
  const { data, dataUpdatedAt } = useApi("listEndpoints", { params: { id: clusterId } }, { refreshMs });
  const nowMs = useNow(data !== undefined);
  if (data === undefined) return null;
  return ageEndpoints(data.items, nowMs === null ? 0 : Math.max(0, nowMs - dataUpdatedAt));
}
