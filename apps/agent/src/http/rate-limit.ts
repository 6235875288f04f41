const windowMs = 1000;

/** Counts requests for each caller over windows of a second. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #windows = new Map<string, { startMs: number; count: number }>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Counts one request and tells whether it may be served. */
  isAllowed(caller: string, nowMs: number): boolean {
    const known = this.#windows.get(caller);
    const window =
      known === undefined || nowMs - known.startMs >= windowMs ? { startMs: nowMs, count: 0 } : known;
    window.count += 1;
    this.#windows.set(caller, window);
    return window.count <= this.#perSecond;
  }
}
