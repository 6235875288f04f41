"use client";

import { type Accepted, isFinished, type Operation } from "@primacy/contract";
import type { EndpointName, endpoints } from "@primacy/contract/api";
import { useCallback, useState } from "react";
import type { api } from "./api";
import { createLatestCall } from "./latest-call";
import { findProblem } from "./use-api";
import { useOperation } from "./use-operation";

/** The calls that start an operation. */
type StartName = {
  [N in EndpointName]: (typeof endpoints)[N]["answer"] extends typeof Accepted ? N : never;
}[EndpointName];
type Started = Awaited<ReturnType<typeof api.call<StartName>>>;

/** A long action that this screen starts and follows. */
export interface Starter {
  /** The operation as it goes; undefined before it was accepted. */
  readonly operation: Operation | undefined;
  readonly isStarting: boolean;
  /** It is being started, or was accepted and has not finished. */
  readonly isUnderWay: boolean;
  /** Why it was not accepted: a refusal, or a console that did not answer. */
  readonly error: Error | null;
  readonly problem: ReturnType<typeof findProblem>;
  /** Starts it through `call`; what was started before, and its late answer, is not shown any more. */
  readonly start: (call: () => Promise<Started>) => void;
  /** As if nothing had been started; the answer to a start under way is not shown. */
  readonly reset: () => void;
}

/** Starts operations and follows the last one. */
export function useStarter(): Starter {
  const [id, setId] = useState<string | null>(null);
  const [first, setFirst] = useState<Operation>();
  const [error, setError] = useState<Error | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [latest] = useState(createLatestCall);
  const followed = useOperation(id);
  const clear = useCallback((isNowStarting: boolean) => {
    setId(null);
    setFirst(undefined);
    setError(null);
    setStarting(isNowStarting);
  }, []);
  const reset = useCallback(() => {
    latest.voidAll();
    clear(false);
  }, [latest, clear]);
  const start = useCallback(
    (call: () => Promise<Started>): void => {
      clear(true);
      latest.run(call, {
        onAnswer: ({ operation }) => {
          setFirst(operation);
          setId(operation.id);
          setStarting(false);
        },
        onFailure: (reason) => {
          setError(reason);
          setStarting(false);
        },
      });
    },
    [latest, clear],
  );
  const known = followed.data?.id === id ? followed.data : first;
  const operation = id === null ? undefined : known;
  return {
    operation,
    isStarting,
    isUnderWay: isStarting || (operation !== undefined && !isFinished(operation.state)),
    error,
    problem: findProblem(error),
    start,
    reset,
  };
}
