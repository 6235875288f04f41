import { setTimeout as delay } from "node:timers/promises";

/** Between two looks, in milliseconds. */
const leastMs = 10;
const mostMs = 200;
/** What waits leaves the processors to what it waits for: the dearer a look is, the longer until the next. */
const pausePerLook = 4;

/** Waits until `observe` gives something other than null, undefined or false; throws after the limit. */
export async function waitFor<T>(
  what: string,
  limitMs: number,
  observe: () => T | Promise<T>,
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const begunMs = performance.now();
    const seen = await observe();
    if (isSeen(seen)) {
      return seen;
    }
    const endedMs = performance.now();
    if (endedMs > deadline) {
      throw new Error(`not within ${limitMs} ms: ${what}`);
    }
    await delay(Math.min(mostMs, Math.max(leastMs, pausePerLook * (endedMs - begunMs))));
  }
}

function isSeen<T>(value: T): value is Exclude<T, null | undefined | false> {
  return value !== null && value !== undefined && value !== false;
}
