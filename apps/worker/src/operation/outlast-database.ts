import { setTimeout as delay } from "node:timers/promises";
import { DatabaseError } from "@primacy/db";

const askEveryMs = 1_000;

/**
 * Does something again and again while the console's database is away, so that its restart does not end what runs for hours. `act` has to be
 * safe to run twice. Throws what else it throws, and the reason of the signal.
 */
export async function outlastDatabase<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DatabaseError) || !error.retryable) throw error;
      await delay(askEveryMs, undefined, { signal });
    }
  }
}
