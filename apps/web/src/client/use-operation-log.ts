"use client";

import { isFinished, type Operation, type OperationLogLine } from "@primacy/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "./api";
import { operationLogKey } from "./api-key";
import { readWholeList, type WholeList } from "./whole-list";

const refreshMs = 1_500;

/** The whole log of an operation, oldest line first; read anew while the operation goes on, and once when it has ended. */
export function useOperationLog({
  id,
  state,
}: Pick<Operation, "id" | "state">): UseQueryResult<WholeList<OperationLogLine>, Error> {
  const isOver = isFinished(state);
  const log = useQuery<WholeList<OperationLogLine>, Error>({
    queryKey: operationLogKey(id),
    queryFn: () => readWholeList((query) => api.call("listOperationLog", { params: { id }, query })),
    refetchInterval: isOver ? false : refreshMs,
  });
  const { refetch } = log;
  const wasOver = useRef(isOver);
  useEffect(() => {
    // The last lines were written just before the end, perhaps after the last time that it was read.
    if (isOver && !wasOver.current) refetch().catch(() => undefined);
    wasOver.current = isOver;
  }, [isOver, refetch]);
  return log;
}
