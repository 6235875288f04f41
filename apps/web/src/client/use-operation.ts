"use client";

import type { Operation } from "@primacy/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api } from "./api";
import { operationKey } from "./api-key";
import { nextPoll } from "./operation-poll";
import { findProblem } from "./use-api";

/**
 * Follows one operation until it is finished: the console's stream puts each change under the same key, and a slow
 * poll fills in for a stream that is down.
 */
export function useOperation(id: string | null): UseQueryResult<Operation, Error> {
  return useQuery<Operation, Error>({
    queryKey: operationKey(id),
    queryFn: () => api.call("getOperation", { params: { id: id ?? "" } }),
    enabled: id !== null,
    refetchInterval: ({ state: { data, error } }) => nextPoll(data, findProblem(error)?.code),
  });
}
