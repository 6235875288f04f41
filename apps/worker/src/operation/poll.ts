import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `look` every `everyMs` until it returns something other than null, and returns that; null when it still was
 * null after `limitMs`. Throws what `look` throws, or the signal's reason.
 */
export async function poll<T>(
  options: { readonly everyMs: number; readonly limitMs: number; readonly signal: AbortSignal },
  look: () => Promise<T | null>,
): Promise<T | null> {
  const endsAt = performance.now() + options.limitMs;
  for (;;) {
    options.signal.throwIfAborted();
    const found = await look();
    if (found !== null || performance.now() >= endsAt) return found;
    await sleep(options.everyMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
}
