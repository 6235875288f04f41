/** What was measured from one moment to another, on any monotonic clock; null: not measured. */
export interface MeasuredSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly values: Readonly<Record<string, number | null>>;
}

/** The means of one second of a run. */
export interface GridSecond {
  /** From 1: it ends so many seconds after the run's start. */
  readonly second: number;
  readonly values: Readonly<Record<string, number | null>>;
}

/** Less than half a second says nothing of a second. */
const leastMs = 500;

interface Sum {
  readonly ms: number;
  readonly weighted: number;
}

/**
 * Puts spans of about a second, which begin anywhere, onto the seconds of a run: each second is the mean of the spans that lie in
 * it, by how much of them does. A second of which less than half was measured has no value. Spans come in order.
 */
export class SecondGrid {
  readonly #startMs: number;
  readonly #lastSecond: number;
  readonly #sums = new Map<number, Map<string, Sum>>();

  /** `lastSecond`: what comes later belongs to no run. */
  constructor(startMs: number, lastSecond: number) {
    this.#startMs = startMs;
    this.#lastSecond = lastSecond;
  }

  /** Takes a span, and returns the seconds that are whole by it; each comes once. */
  push({ fromMs, toMs, values }: MeasuredSpan): readonly GridSecond[] {
    const from = (fromMs - this.#startMs) / 1_000;
    const to = (toMs - this.#startMs) / 1_000;
    const first = Math.max(1, Math.floor(from) + 1);
    for (let second = first; second <= Math.min(this.#lastSecond, Math.ceil(to)); second += 1) {
      const ms = (Math.min(to, second) - Math.max(from, second - 1)) * 1_000;
      if (ms > 0) this.#add(second, ms, values);
    }
    return this.#take((second) => second <= to);
  }

  /** What is left at the end, whole or not. */
  end(): readonly GridSecond[] {
    return this.#take(() => true);
  }

  #add(second: number, ms: number, values: MeasuredSpan["values"]): void {
    const sums = this.#sums.get(second) ?? new Map<string, Sum>();
    this.#sums.set(second, sums);
    for (const [name, value] of Object.entries(values)) {
      if (value === null) continue;
      const before = sums.get(name) ?? { ms: 0, weighted: 0 };
      sums.set(name, { ms: before.ms + ms, weighted: before.weighted + value * ms });
    }
  }

  #take(isDue: (second: number) => boolean): readonly GridSecond[] {
    const due = [...this.#sums].filter(([second]) => isDue(second));
    return due.flatMap(([second, sums]) => {
      this.#sums.delete(second);
      const means = [...sums].flatMap(([name, { ms, weighted }]) =>
        // What is short of half a second by rounding alone is half a second.
        ms < leastMs - 1 ? [] : [[name, roundTo(weighted / ms)] as const],
      );
      return means.length === 0 ? [] : [{ second, values: Object.fromEntries(means) }];
    });
  }
}

/** Whole bytes, and shares to a hundredth of a percent: digits that nobody measured only take space. */
function roundTo(value: number): number {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Math.round(value * 10_000) / 10_000;
}
