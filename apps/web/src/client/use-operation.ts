"use client";

import { isFinished, type Operation } from "@primacy/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api } from "./api";
import { operationKey } from "./api-key";

const pollMs = 2_000;

/**
 * Follows one operation until it is finished: the console's stream puts each change under the same key, and a slow
 * poll fills in for a stream that is down.
 */
export function useOperation(id: string | null): UseQueryResult<Operation, Error> {
  return useQuery<Operation, Error>({
    queryKey: operationKey(id),
    queryFn: () => api.call("getOperation", { params: { id: id ?? "" } }),
    enabled: id !== null,
    refetchInterval: (query) =>
      query.state.data !== undefined && isFinished(query.state.data.state) ? false : pollMs,
  });
}
