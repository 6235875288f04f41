import { setTimeout as delay } from "node:timers/promises";
import { ActFailure } from "./failure";

/** How long and how often to look for a condition. */
export interface WaitOptions {
  readonly timeoutMs: number;
  readonly intervalMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks until `observe` returns something other than undefined, and returns that.
 * Throws ActFailure `not_observed` naming `what` after `timeoutMs`; errors of `observe` pass through.
 */
export async function waitFor<T>(
  what: string,
  observe: () => Promise<T | undefined> | T | undefined,
  options: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    const seen = await observe();
    if (seen !== undefined) return seen;
    if (options.signal?.aborted) throw new ActFailure("aborted", `Aborted while waiting for ${what}.`);
    if (performance.now() >= deadline) {
      throw new ActFailure("not_observed", `Not seen within ${options.timeoutMs} ms: ${what}.`, {
        retryable: true,
      });
    }
    await delay(options.intervalMs ?? 100);
  }
}
