import type { AgentClock } from "@primacy/contract/agent";

/** What is known of a host's wall clock against the watcher's. The same boot only: a new boot starts anew. */
export interface ClockEstimate {
  readonly bootId: string;
  /** Host's wall clock minus the watcher's, in milliseconds; positive: the host is ahead. */
  readonly offsetMs: number;
  readonly samples: readonly number[];
}

const sampleCount = 30;

/**
 * Takes one more sample into the estimate. A frame takes time to arrive, so each sample is low by its latency; the
 * greatest of the last samples is the closest. `receivedWallMs` is the watcher's wall clock at arrival.
 */
export function estimateClock(
  previous: ClockEstimate | null,
  clock: AgentClock,
  receivedWallMs: number,
): ClockEstimate {
  const sample = clock.wallMs - receivedWallMs;
  const earlier = previous?.bootId === clock.bootId ? previous.samples : [];
  const samples = [...earlier, sample].slice(-sampleCount);
  return { bootId: clock.bootId, offsetMs: Math.max(...samples), samples };
}
