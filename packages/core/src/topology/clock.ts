import type { AgentClock } from "@primacy/contract/agent";

/** The clocks of the watcher at the arrival of a frame. */
export interface Arrival {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** What is known of a host's clocks against the watcher's. The same boot only: a new boot starts anew. */
export interface ClockEstimate {
  readonly bootId: string;
  /** Host's wall clock minus the watcher's, in milliseconds; positive: the host is ahead. */
  readonly offsetMs: number;
  /** Host's monotonic clock minus the watcher's. It places the host's instants, whatever is done to its wall clock. */
  readonly monotonicOffsetMs: number;
  readonly samples: readonly ClockSample[];
}

/** Both differences as one frame showed them. */
interface ClockSample {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

const sampleCount = 30;

/**
 * Takes one more sample into the estimate. A frame takes time to arrive, so each sample is low by its latency; the
 * greatest of the last samples is the closest.
 */
export function estimateClock(
  previous: ClockEstimate | null,
  clock: AgentClock,
  arrival: Arrival,
): ClockEstimate {
  const sample = {
    wallMs: clock.wallMs - arrival.wallMs,
    monotonicMs: clock.monotonicMs - arrival.monotonicMs,
  };
  const earlier = previous?.bootId === clock.bootId ? previous.samples : [];
  const samples = [...earlier, sample].slice(-sampleCount);
  return {
    bootId: clock.bootId,
    offsetMs: Math.max(...samples.map((one) => one.wallMs)),
    monotonicOffsetMs: Math.max(...samples.map((one) => one.monotonicMs)),
    samples,
  };
}
