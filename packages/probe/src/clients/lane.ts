import type { ProbeSample } from "@primacy/contract";
import { monotonicMs } from "../monotonic";

/** One of the things that a client does again and again, while it does it. */
export interface Lane {
  /** From then on (CLOCK_MONOTONIC) an attempt is due again and again. */
  start(startedMs: number): void;
  /** Begins no more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** What of an attempt is known when it begins. */
export interface Begun {
  readonly endpoint: number;
  readonly seq: number;
  readonly dueMs: number;
  readonly startedMs: number;
}

/** Takes what became of an attempt, when it has ended. */
export type TellSample = (sample: ProbeSample) => void;

/** What a client was promised so far. */
export interface Promised {
  ackedRows: number;
  ackedLast: number;
}

/** What all attempts have in common once they have ended: now. */
export function endTimes(
  begun: Begun,
  error: string | null,
  serverUuid: string | null,
): Begun & { readonly endedMs: number; readonly error: string | null; readonly serverUuid: string | null } {
  return { ...begun, endedMs: monotonicMs(), error, serverUuid };
}

/** What is told of an attempt that was due while as many as may be were under way. */
export const noFreeSlot = "NO_FREE_SLOT";
