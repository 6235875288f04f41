/** A stretch of time, CLOCK_MONOTONIC in ms. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What is left of a span without the given ones. */
export function subtractSpans(span: Span, cuts: readonly Span[]): Span[] {
  let left: Span[] = [{ fromMs: span.fromMs, toMs: span.toMs }];
  for (const cut of cuts) {
    left = left.flatMap((one) => {
      if (cut.toMs <= one.fromMs || cut.fromMs >= one.toMs) return [one];
      const before = { fromMs: one.fromMs, toMs: cut.fromMs };
      const after = { fromMs: cut.toMs, toMs: one.toMs };
      return [before, after].filter(({ fromMs, toMs }) => toMs > fromMs);
    });
  }
  return left;
}

/** How long the spans are together, in ms. */
export function sumSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}
