import { type Message, message } from "@primacy/contract";
import type { WriteAttempt } from "./attempt";
import type { HostAck } from "./primary-intervals";
import type { Span } from "./span";

/** What must have been written around a fault for it to be judged. */
export const rateLimits = {
  /** Of the writes that were due, or that the direct client's own rate lets expect: below half, hardly anything was tried. */
  writeShare: 0.5,
  /** A fault around which the group was healthy for less was not looked at; the waits before and after it take longer. */
  leastHealthyMs: 3_000,
} as const;

/** What the clients of one fault did; all times CLOCK_MONOTONIC in ms. */
export interface WrittenWhile {
  /** Acknowledged writes through the address, and by the client that needs no address. */
  readonly clients: readonly HostAck[];
  readonly control: readonly HostAck[];
  /** How many clients write through the address, and how often each client has a write due. */
  readonly clientCount: number;
  readonly clientEveryMs: number;
  readonly controlEveryMs: number;
  /** For how long the group had a healthy primary. */
  readonly healthyMs: number;
  /** When the fault itself kept clients from the address, which says nothing of the VIP. */
  readonly leftOut: readonly Span[];
}

/**
 * Why too little was written around a fault to judge it, one message each: what was due decides for the client that needs
 * no address, and that one's own rate for those of the address.
 */
export function checkRates(given: WrittenWhile): Message[] {
  const { clients, control, clientCount, clientEveryMs, controlEveryMs, healthyMs, leftOut } = given;
  const found: Message[] = [];
  if (healthyMs < rateLimits.leastHealthyMs)
    found.push(message("drill.hardly_healthy", { healthyMs: Math.round(healthyMs) }));
  const due = healthyMs / controlEveryMs;
  if (control.length < due * rateLimits.writeShare)
    found.push(message("drill.few_direct_writes", { acked: control.length, due: Math.round(due) }));
  const isJudged = ({ atMs }: HostAck): boolean =>
    !leftOut.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
  const expected = (control.filter(isJudged).length * clientCount * controlEveryMs) / clientEveryMs;
  const had = clients.filter(isJudged).length;
  if (had < expected * rateLimits.writeShare)
    found.push(message("drill.few_address_writes", { acked: had, due: Math.round(expected) }));
  return found;
}

/** Above the longest that a client waits for an answer: each reports what became of every attempt. */
const silentClientMs = 5_000;

/** For how long a client reported nothing at all between two instants, where that means that it was dead; else null. */
export function findDeadTime(
  attempts: readonly Pick<WriteAttempt, "endedMonotonicMs">[],
  { fromMs, toMs }: Span,
): number | null {
  const ends = attempts.map(({ endedMonotonicMs }) => endedMonotonicMs).filter((atMs) => atMs < toMs);
  const marks = [fromMs, ...ends.filter((atMs) => atMs > fromMs).sort((a, b) => a - b), toMs];
  const longest = Math.max(...marks.map((atMs, index) => atMs - (marks[index - 1] ?? atMs)));
  return longest > silentClientMs ? Math.round(longest) : null;
}
