import { setTimeout as delay } from "node:timers/promises";

/** Waits until `observe` gives something other than null, undefined or false; throws after the limit. */
export async function waitFor<T>(
  what: string,
  limitMs: number,
  observe: () => T | Promise<T>,
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const seen = await observe();
    if (isSeen(seen)) {
      return seen;
    }
    if (performance.now() > deadline) {
      throw new Error(`not within ${limitMs} ms: ${what}`);
    }
    await delay(10);
  }
}

function isSeen<T>(value: T): value is Exclude<T, null | undefined | false> {
  return value !== null && value !== undefined && value !== false;
}
