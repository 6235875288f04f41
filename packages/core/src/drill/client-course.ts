import { type Message, message } from "@primacy/contract";
import type { WriteAttempt } from "./attempt";
import type { Span } from "./span";

type Tried = Pick<WriteAttempt, "startedMonotonicMs" | "endedMonotonicMs" | "acked" | "error">;

/** Whose course it is: that of the clients of the address, or of the one that needs none. */
export type CourseClient = "address" | "direct";

const sliceMs = 250;
/** Ten seconds: whoever looks for a reason finds it at the begin. */
const slicesMost = 40;

/**
 * What clients tried around a stretch of time and what became of it, one message for each quarter of a second, for people who
 * look for a reason. Times are CLOCK_MONOTONIC in ms; the messages count from `zeroMs`.
 */
export function describeCourse(
  client: CourseClient,
  attempts: readonly Tried[],
  { fromMs, toMs }: Span,
  zeroMs: number,
): Message[] {
  const firstMs = fromMs - sliceMs;
  const count = Math.min(slicesMost, Math.ceil((toMs + sliceMs - firstMs) / sliceMs));
  return Array.from({ length: count }, (_, index) => {
    const sinceMs = firstMs + index * sliceMs;
    const own = attempts.filter(
      ({ startedMonotonicMs: atMs }) => atMs >= sinceMs && atMs < sinceMs + sliceMs,
    );
    return describeSlice({ atMs: Math.round(sinceMs - zeroMs), client, sent: own.length }, own);
  });
}

interface SliceParams {
  readonly atMs: number;
  readonly client: CourseClient;
  readonly sent: number;
}

function describeSlice(params: SliceParams, attempts: readonly Tried[]): Message {
  const took = attempts
    .filter(({ acked }) => acked)
    .map(({ startedMonotonicMs, endedMonotonicMs }) => Math.round(endedMonotonicMs - startedMonotonicMs));
  const errors = new Map<string, number>();
  for (const { acked, error } of attempts)
    if (!acked) errors.set(error ?? "unknown", (errors.get(error ?? "unknown") ?? 0) + 1);
  const failed = [...errors].map(([error, times]) => `${error} ${times}`).join(", ");
  const acked = { acked: took.length, fastestMs: Math.min(...took), slowestMs: Math.max(...took) };
  if (attempts.length === 0) return message("drill.course_idle", { ...params });
  if (took.length === 0) return message("drill.course_failed", { ...params, failed });
  return failed === ""
    ? message("drill.course_acked", { ...params, ...acked })
    : message("drill.course", { ...params, ...acked, failed });
}
