import { setTimeout as delay } from "node:timers/promises";

/** Waits until `look` gives something else than null, or fails after `limitMs`. */
export async function waitUntil<T>(look: () => Promise<T | null> | T | null, limitMs = 10_000): Promise<T> {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() > deadlineMs) throw new Error(`nothing was seen within ${limitMs} ms`);
    await delay(20);
  }
}
