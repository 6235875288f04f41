import type { WriteAttempt } from "./attempt";
import type { Span } from "./span";

type Tried = Pick<WriteAttempt, "startedMonotonicMs" | "endedMonotonicMs" | "acked" | "error">;

const sliceMs = 250;
/** Ten seconds: whoever looks for a reason finds it at the begin. */
const slicesMost = 40;

/**
 * What clients tried around a stretch of time and what became of it, one line for each quarter of a second, for people who
 * look for a reason. Times are CLOCK_MONOTONIC in ms; the lines count from `zeroMs`.
 */
export function describeCourse(
  name: string,
  attempts: readonly Tried[],
  { fromMs, toMs }: Span,
  zeroMs: number,
): string[] {
  const firstMs = fromMs - sliceMs;
  const count = Math.min(slicesMost, Math.ceil((toMs + sliceMs - firstMs) / sliceMs));
  return Array.from({ length: count }, (_, index) => {
    const sinceMs = firstMs + index * sliceMs;
    const own = attempts.filter(
      ({ startedMonotonicMs: atMs }) => atMs >= sinceMs && atMs < sinceMs + sliceMs,
    );
    return `${Math.round(sinceMs - zeroMs)} ms ${name}: ${describeSlice(own)}`;
  });
}

function describeSlice(attempts: readonly Tried[]): string {
  const took = attempts
    .filter(({ acked }) => acked)
    .map(({ startedMonotonicMs, endedMonotonicMs }) => Math.round(endedMonotonicMs - startedMonotonicMs));
  const errors = new Map<string, number>();
  for (const { acked, error } of attempts)
    if (!acked) errors.set(error ?? "unknown", (errors.get(error ?? "unknown") ?? 0) + 1);
  const acked =
    took.length === 0
      ? []
      : [`${took.length} acknowledged in ${Math.min(...took)} to ${Math.max(...took)} ms`];
  const failed = [...errors].map(([error, times]) => `${error} ${times}`);
  return [`${attempts.length} sent`, ...acked, ...failed].join(", ");
}
