"use client";

import { ApiProblem, type CallInput, type EndpointName, type endpoints } from "@primacy/contract/api";
import { showToast } from "@primacy/ui";
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { api } from "./api";
import { apiKey } from "./api-key";
import { joinSentences } from "./sentences";
import { useMessageText } from "./use-locale";

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

/**
 * Calls an endpoint that changes something; afterwards the answers of `invalidates` are loaded anew. Why it was not
 * done is told in a toast, except where the screen itself shows refusals, or those and a console that does not answer.
 */
export function useApiChange<N extends EndpointName>(
  name: N,
  options: {
    readonly invalidates?: readonly EndpointName[];
    readonly onSuccess?: (answer: Answer<N>) => void;
    readonly shows?: "refusals" | "failures";
  } = {},
): UseMutationResult<Answer<N>, Error, CallInput<Table[N]>> {
  const client = useQueryClient();
  const tell = useFailureToast();
  return useMutation<Answer<N>, Error, CallInput<Table[N]>>({
    mutationFn: (input) => api.call(name, input),
    onError: (error) => {
      if (options.shows === "failures") return;
      if (options.shows === undefined || findProblem(error) === null) tell(error);
    },
    onSuccess: async (answer) => {
      options.onSuccess?.(answer);
      await Promise.all(
        (options.invalidates ?? []).map((one) => client.invalidateQueries({ queryKey: [one] })),
      );
    },
  });
}

/** Tells in a toast why something that the reader asked for was not done. */
function useFailureToast(): (error: Error) => void {
  const t = useTranslations("common");
  const text = useMessageText();
  return (error) => {
    const problem = findProblem(error);
    if (problem === null) {
      showToast("failed", { title: t("unreachable") });
      return;
    }
    const reasons = joinSentences(problem.errors.map((one) => text(one.message)));
    showToast("failed", {
      title: text(problem.message),
      ...(reasons === "" ? {} : { description: reasons }),
    });
  };
}

/** The problem document behind an error, where the API sent one. */
export function findProblem(error: unknown): ApiProblem["problem"] | null {
  return error instanceof ApiProblem ? error.problem : null;
}
