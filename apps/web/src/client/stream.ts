"use client";

import { ClusterStreamItem, ConsoleStreamItem } from "@primacy/contract/api";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { z } from "zod";
import { apiKey, operationKey } from "./api-key";
import { openLiveSource, type StreamState } from "./live-source";
import { createStaleAnswers } from "./stale-answers";

/**
 * Follows a server-sent stream, and takes it up again wherever it was lost. Items that do not parse are dropped. `onOpen` is
 * for what the stream does not repeat: a page was drawn before it was opened, and what happened in between is in neither.
 */
function useStream<S extends z.ZodType>(
  url: string,
  schema: S,
  { onOpen, onItem }: { readonly onOpen: () => void; readonly onItem: (item: z.output<S>) => void },
): StreamState {
  const [state, setState] = useState<StreamState>("connecting");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream is opened once per address
  useEffect(
    () =>
      openLiveSource(url, {
        onState: (next) => {
          setState(next);
          if (next === "open") onOpen();
        },
        onData: (text) => {
          const item = schema.safeParse(JSON.parse(text));
          if (item.success) onItem(item.data);
        },
      }),
    [url],
  );
  return state;
}

/** Keeps the topology and event queries of one cluster up to date. */
export function useClusterStream(clusterId: string): StreamState {
  const client = useQueryClient();
  const tellStale = useMemo(() => createStaleAnswers(client), [client]);
  return useStream(`/api/v1/clusters/${clusterId}/stream`, ClusterStreamItem, {
    onOpen: () => tellStale("listEvents"),
    onItem: (item) => {
      if (item.kind === "topology") {
        client.setQueryData(apiKey("getTopology", { params: { id: clusterId } }), item.topology);
        return;
      }
      tellStale("listEvents");
    },
  });
}

/** Keeps operations, the pips of clusters, hosts and benchmarks up to date, on every page. */
export function useConsoleStream(): StreamState {
  const client = useQueryClient();
  const tellStale = useMemo(() => createStaleAnswers(client), [client]);
  return useStream("/api/v1/stream", ConsoleStreamItem, {
    // It begins with every cluster, and with what ran or ended within a minute.
    onOpen: () => {
      for (const name of ["listHosts", "listBenchmarks", "getBenchmark", "getDrillLever"] as const)
        tellStale(name);
    },
    onItem: (item) => {
      const touched = {
        operation: "listOperations",
        cluster: "listClusters",
        host: "listHosts",
        benchmark: "listBenchmarks",
        drill_lever: "getDrillLever",
      } as const;
      if (item.kind === "benchmark") tellStale("getBenchmark");
      if (item.kind === "operation") {
        client.setQueryData(operationKey(item.operation.id), item.operation);
        if (item.operation.kind === "drill") tellStale("getDrillLever");
      }
      tellStale(touched[item.kind]);
    },
  });
}
