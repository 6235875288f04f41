"use client";

import { ApiProblem, type CallInput, type EndpointName, type endpoints } from "@primacy/contract/api";
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { z } from "zod";
import { api } from "./api";
import { apiKey } from "./api-key";

type Table = typeof endpoints;

/** What the endpoint `N` answers. */
export type Answer<N extends EndpointName> = z.output<Table[N]["answer"]>;

/** Loads and keeps an endpoint's answer; what the page preloaded is there at once. */
export function useApi<N extends EndpointName>(
  name: N,
  input?: CallInput<Table[N]>,
  options: { readonly enabled?: boolean; readonly refreshMs?: number } = {},
): UseQueryResult<Answer<N>, Error> {
  return useQuery<Answer<N>, Error>({
    queryKey: apiKey(name, input),
    queryFn: () => api.call(name, input),
    enabled: options.enabled ?? true,
    ...(options.refreshMs === undefined ? {} : { refetchInterval: options.refreshMs }),
  });
}

/** Calls an endpoint that changes something; afterwards the answers of `invalidates` are loaded anew. */
export function useApiChange<N extends EndpointName>(
  name: N,
  options: {
    readonly invalidates?: readonly EndpointName[];
    readonly onSuccess?: (answer: Answer<N>) => void;
  } = {},
): UseMutationResult<Answer<N>, Error, CallInput<Table[N]>> {
  const client = useQueryClient();
  return useMutation<Answer<N>, Error, CallInput<Table[N]>>({
    mutationFn: (input) => api.call(name, input),
    onSuccess: async (answer) => {
      options.onSuccess?.(answer);
      await Promise.all(
        (options.invalidates ?? []).map((one) => client.invalidateQueries({ queryKey: [one] })),
      );
    },
  });
}

/** The problem document behind an error, where the API sent one. */
export function findProblem(error: unknown): ApiProblem["problem"] | null {
  return error instanceof ApiProblem ? error.problem : null;
}
