"use client";

import { ClusterStreamItem, ConsoleStreamItem } from "@primacy/contract/api";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { apiKey, operationKey } from "./api-key";

/** Whether the live connection stands. `connecting` is not shown as a problem until it has lasted. */
export type StreamState = "connecting" | "open" | "lost";

/** Follows a server-sent stream; the browser resumes by itself with Last-Event-ID. Items that do not parse are dropped. */
function useStream<S extends z.ZodType>(
  url: string,
  schema: S,
  onItem: (item: z.output<S>) => void,
): StreamState {
  const [state, setState] = useState<StreamState>("connecting");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream is opened once per address
  useEffect(() => {
    const source = new EventSource(url);
    source.onopen = () => setState("open");
    source.onerror = () => setState("lost");
    source.onmessage = (event: MessageEvent<string>) => {
      const item = schema.safeParse(JSON.parse(event.data));
      if (item.success) onItem(item.data);
    };
    return () => source.close();
  }, [url]);
  return state;
}

/** Keeps the topology and event queries of one cluster up to date. */
export function useClusterStream(clusterId: string): StreamState {
  const client = useQueryClient();
  return useStream(`/api/v1/clusters/${clusterId}/stream`, ClusterStreamItem, (item) => {
    if (item.kind === "topology") {
      client.setQueryData(apiKey("getTopology", { params: { id: clusterId } }), item.topology);
      return;
    }
    client.invalidateQueries({ queryKey: ["listEvents"] }).catch(() => undefined);
  });
}

/** Keeps operations, the pips of clusters and hosts up to date, on every page. */
export function useConsoleStream(): StreamState {
  const client = useQueryClient();
  return useStream("/api/v1/stream", ConsoleStreamItem, (item) => {
    const touched = { operation: "listOperations", cluster: "listClusters", host: "listHosts" } as const;
    if (item.kind === "operation") {
      client.setQueryData(operationKey(item.operation.id), item.operation);
    }
    client.invalidateQueries({ queryKey: [touched[item.kind]] }).catch(() => undefined);
  });
}
