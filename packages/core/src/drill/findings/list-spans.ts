import { roundMs } from "./drill-zero";

/** A value from an instant on, until the next one. */
export interface Change<V> {
  readonly atMs: number;
  readonly value: V;
}

/** A stretch of a drill's clock with what was the case all the while. */
export interface Stretch<V> {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: V;
}

/** Draws changes as spans that follow each other without a gap over a stretch of the clock; null before the first of them. */
export function listSpans<V>(
  changes: readonly Change<V | null>[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Stretch<V | null>[] {
  const spans: Stretch<V | null>[] = [];
  const sorted = changes.filter(({ atMs }) => atMs < toMs).sort((a, b) => a.atMs - b.atMs);
  for (const { atMs, value } of [{ atMs: fromMs, value: null }, ...sorted]) {
    const last = spans.at(-1);
    const startMs = roundMs(Math.max(atMs, fromMs));
    if (last === undefined) spans.push({ fromMs: startMs, toMs: roundMs(toMs), value });
    else if (JSON.stringify(last.value) !== JSON.stringify(value)) {
      spans[spans.length - 1] = { ...last, toMs: startMs };
      spans.push({ fromMs: startMs, toMs: roundMs(toMs), value });
    }
  }
  return spans.filter((one) => one.toMs > one.fromMs);
}
