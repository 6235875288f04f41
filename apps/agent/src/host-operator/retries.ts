const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** When what failed is tried again: after 1 s, and each time after twice that pause, up to a minute. */
export class Retries {
  readonly #next = new Map<string, { readonly atMs: number; readonly pauseMs: number }>();

  /** True also of what has not been put off. */
  isDue(id: string, nowMs: number): boolean {
    return (this.#next.get(id)?.atMs ?? 0) <= nowMs;
  }

  /** Puts off what has just failed, or cannot be done yet. */
  putOff(id: string, nowMs: number): void {
    const last = this.#next.get(id)?.pauseMs;
    const pauseMs = last === undefined ? firstPauseMs : Math.min(2 * last, longestPauseMs);
    this.#next.set(id, { atMs: nowMs + pauseMs, pauseMs });
  }

  forget(id: string): void {
    this.#next.delete(id);
  }
}
