import { monotonicMs } from "./monotonic";

/** When the attempts of an open loop are due: the first one at `startedMs` (CLOCK_MONOTONIC), and one `everyMs` after that. */
export interface OpenLoop {
  readonly startedMs: number;
  readonly everyMs: number;
}

/**
 * Calls `launch` for each number from 0 when it is due, whatever became of those before: one that this process is late for is launched
 * late, with the instant at which it was due. Ends when the function that it returns is called.
 */
export function startOpenLoop(
  { startedMs, everyMs }: OpenLoop,
  launch: (seq: number, dueMs: number) => void,
): () => void {
  let seq = 0;
  let timer: NodeJS.Timeout | undefined;
  const dueOf = (one: number): number => startedMs + one * everyMs;
  // Timers count whole milliseconds: with a fraction the process is woken too early, finds that out, and is woken again.
  const restMs = (): number => Math.ceil(dueOf(seq) - monotonicMs());
  const tick = (): void => {
    const nowMs = monotonicMs();
    for (; dueOf(seq) <= nowMs; seq += 1) launch(seq, dueOf(seq));
    timer = setTimeout(tick, restMs());
  };
  timer = setTimeout(tick, Math.max(0, restMs()));
  return () => clearTimeout(timer);
}
