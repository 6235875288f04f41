import { setTimeout as delay } from "node:timers/promises";
import { DatabaseError, type OperationWork } from "@primacy/db";
import type { WorkerContext } from "../context";

const firstDelayMs = 100;
const maxDelayMs = 2_000;

/** Reads and writes an operation's records, each call in its own transaction. */
export interface OperationStore {
  /**
   * Runs one transaction, again and again while the database is away (each write may run twice), until `signal`
   * aborts. Throws the signal's reason, `DatabaseError` `lease_lost`, or what `run` throws.
   */
  write<T>(run: (work: OperationWork) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Makes the store of one worker. */
export function createOperationStore(worker: WorkerContext): OperationStore {
  return {
    async write(run, signal) {
      for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
        signal.throwIfAborted();
        try {
          return await worker.db.transact(worker.actor, (unit) => run(unit.work));
        } catch (error) {
          if (!(error instanceof DatabaseError) || !error.retryable) throw error;
          worker.log.warn({ err: error }, "operation record not written, trying again");
        }
        await delay(delayMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
