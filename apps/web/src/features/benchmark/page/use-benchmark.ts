"use client";

import type { BenchmarkDetail, BlockSeries, HostCurves, HostCurvesQuery } from "@primacy/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../../../client/api";
import { apiKey } from "../../../client/api-key";
import { useApi } from "../../../client/use-api";
import { isUnderWay } from "../benchmark-tone";
import type { BlockPlace } from "./benchmark-curves";

const beforeRecordMs = 1_000;
const leastMs = 2_000;
/** A benchmark with thousands of runs is a long answer, and its runs are not shorter for that. */
const perRunMs = 2;
const seriesMs = 1_000;
/** Several charts ask, and each is small. */
const hostsMs = 2_000;

/** One benchmark as it goes. Before its operation has made the record there is none: it is asked for again while the operation `mayCome`. */
export function useBenchmark(
  id: string,
  { mayCome }: { readonly mayCome: boolean },
): UseQueryResult<BenchmarkDetail, Error> {
  const input = { params: { id } };
  return useQuery<BenchmarkDetail, Error>({
    queryKey: apiKey("getBenchmark", input),
    queryFn: () => api.call("getBenchmark", input),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return mayCome ? beforeRecordMs : false;
      return isUnderWay(data) ? leastMs + perRunMs * data.runs.length : false;
    },
  });
}

/** One figure of the hosts during a run: asked for every two seconds while it goes on, and once when it has ended. */
export function useHostCurves(
  id: string,
  query: HostCurvesQuery,
  isRunning: boolean,
): UseQueryResult<HostCurves, Error> {
  const curves = useApi(
    "getBenchmarkHosts",
    { params: { id }, query },
    isRunning ? { refreshMs: hostsMs } : {},
  );
  useLastAnswer(curves.refetch, isRunning);
  return curves;
}

/**
 * The curves of one block: asked for each second while one of its runs goes on and the page is seen, and once when that has
 * ended, for the last seconds.
 */
export function useBlockSeries(
  id: string,
  place: BlockPlace | null,
  isRunning: boolean,
): UseQueryResult<BlockSeries, Error> {
  const { block, threads } = place ?? { block: 0, threads: 1 };
  const series = useApi(
    "getBenchmarkSeries",
    { params: { id }, query: { block, threads } },
    { enabled: place !== null, ...(isRunning ? { refreshMs: seriesMs } : {}) },
  );
  useLastAnswer(series.refetch, isRunning);
  return series;
}

/** Asks once more when what runs has ended. */
function useLastAnswer(refetch: () => Promise<unknown>, isRunning: boolean): void {
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) refetch().catch(() => undefined);
    wasRunning.current = isRunning;
  }, [isRunning, refetch]);
}
