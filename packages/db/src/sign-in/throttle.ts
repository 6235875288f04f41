/** Failed attempts to sign in since the last success, and how long ago the last one was. */
export interface FailureCount {
  readonly failures: number;
  readonly sinceLastMs: number;
}

/** Attempts older than this do not count. */
export const THROTTLE_WINDOW_MS = 15 * 60_000;

/**
 * What failures are counted by: a name tried from one network, a network whatever the name, and a name wherever it is
 * tried.
 */
export type ThrottleKind = "name_at_network" | "network" | "name";

/** A person mistypes a few times; a network may be that of a whole office. */
const FREE_ATTEMPTS = { name_at_network: 5, network: 20, name: 5 } as const;
/**
 * A wait instead of a lock. It is long only for the network that the failures come from: a name that others try
 * elsewhere keeps its owner waiting for a few seconds.
 */
const MAX_WAIT_MS = { name_at_network: 60_000, network: 300_000, name: 4_000 } as const;

/**
 * How long the next attempt has to wait, in milliseconds; 0 when it may be made now. The wait starts
 * after a few free failures at one second and doubles with each further one.
 */
export function planWait(kind: ThrottleKind, count: FailureCount): number {
  const excess = count.failures - FREE_ATTEMPTS[kind];
  if (excess < 0) return 0;
  const waitMs = Math.min(1_000 * 2 ** Math.min(excess, 20), MAX_WAIT_MS[kind]);
  return Math.max(0, waitMs - count.sinceLastMs);
}
