"use client";

import type { MeasuredEndpoint } from "@primacy/contract";
import { ageEndpoints } from "@primacy/core/endpoint";
import type { UseQueryResult } from "@tanstack/react-query";
import { type Answer, useApi } from "../../client/use-api";
import { useNow } from "../../client/use-now";

const refreshMs = 5_000;

/** The endpoints of a cluster: as old as they are now, or null until they are loaded; and the loading. */
export interface LoadedEndpoints {
  readonly endpoints: readonly MeasuredEndpoint[] | null;
  readonly query: UseQueryResult<Answer<"listEndpoints">>;
}

/** Loads the endpoints of a cluster. No picture waits for them. */
export function useEndpoints(clusterId: string): LoadedEndpoints {
  const query = useApi("listEndpoints", { params: { id: clusterId } }, { refreshMs });
  const { data, dataUpdatedAt } = query;
  const nowMs = useNow(data !== undefined);
  const elapsedMs = nowMs === null ? 0 : Math.max(0, nowMs - dataUpdatedAt);
  return { endpoints: data === undefined ? null : ageEndpoints(data.items, elapsedMs), query };
}
