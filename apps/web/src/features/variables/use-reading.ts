"use client";

import { operationKinds, type VariablesReading } from "@primacy/contract";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api } from "../../client/api";
import { useApi } from "../../client/use-api";
import { findResult } from "../../client/use-result";
import { type Starter, useStarter } from "../../client/use-started";

/** Reads a cluster's variables as soon as the page opens, and again on demand; what was read last stays until then. */
export function useReading(clusterId: string): {
  readonly reading: VariablesReading | null;
  readonly starter: Starter;
  readonly again: () => void;
} {
  const stored = useApi("getVariables", { params: { id: clusterId } }).data?.reading ?? null;
  const [fresh, setFresh] = useState<VariablesReading | null>(null);
  const starter = useStarter();
  const { start, operation } = starter;
  const again = useCallback(
    () => start(() => api.call("readVariables", { params: { id: clusterId } })),
    [start, clusterId],
  );
  useEffect(again, [again]);
  // Parsed once for each operation, and not with every tick of the age.
  const found = useMemo(() => findResult(operationKinds["variables.read"].result, operation), [operation]);
  useEffect(() => {
    if (found !== null) setFresh(found);
  }, [found]);
  return { reading: fresh ?? stored, starter, again };
}
