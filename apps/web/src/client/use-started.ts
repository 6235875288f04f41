"use client";

import type { Operation } from "@primacy/contract";
import type { EndpointName } from "@primacy/contract/api";
import { useCallback, useState } from "react";
import type { api } from "./api";
import { findProblem } from "./use-api";
import { useOperation } from "./use-operation";

type StartName = Extract<
  EndpointName,
  | "discoverCluster"
  | "registerCluster"
  | "refreshCluster"
  | "removeCluster"
  | "checkVip"
  | "applyVip"
  | "changeVip"
  | "removeVip"
  | "checkSwitchover"
  | "switchOver"
>;
type Started = Awaited<ReturnType<typeof api.call<StartName>>>;

/** A long action that this screen starts and follows. */
export interface Starter {
  /** The operation as it goes; undefined before it was accepted. */
  readonly operation: Operation | undefined;
  readonly isStarting: boolean;
  /** Why it was not accepted. */
  readonly error: Error | null;
  readonly problem: ReturnType<typeof findProblem>;
  /** Starts it through `call`; a start while another is under way replaces it. */
  readonly start: (call: () => Promise<Started>) => void;
  readonly reset: () => void;
}

/** Starts operations and follows the last one. */
export function useStarter(): Starter {
  const [id, setId] = useState<string | null>(null);
  const [first, setFirst] = useState<Operation>();
  const [error, setError] = useState<Error | null>(null);
  const [isStarting, setStarting] = useState(false);
  const followed = useOperation(id);
  const reset = useCallback(() => {
    setId(null);
    setFirst(undefined);
    setError(null);
  }, []);
  const start = useCallback((call: () => Promise<Started>): void => {
    setStarting(true);
    setError(null);
    call()
      .then(({ operation }) => {
        setFirst(operation);
        setId(operation.id);
      })
      .catch((reason: unknown) => setError(reason instanceof Error ? reason : new Error(String(reason))))
      .finally(() => setStarting(false));
  }, []);
  const operation = followed.data?.id === id ? followed.data : first;
  return {
    operation: id === null ? undefined : operation,
    isStarting,
    error,
    problem: findProblem(error),
    start,
    reset,
  };
}
