/** Failed attempts to sign in since the last success, and how long ago the last one was. */
export interface FailureCount {
  readonly failures: number;
  readonly sinceLastMs: number;
}

/** Attempts older than this do not count. */
export const THROTTLE_WINDOW_MS = 15 * 60_000;

/** A person mistypes a few times; an address may be that of a whole office. */
const FREE_ATTEMPTS = { name: 5, address: 20 } as const;
/** A wait instead of a lock: nobody can lock somebody else out for long. */
const MAX_WAIT_MS = { name: 60_000, address: 300_000 } as const;

/**
 * How long the next attempt has to wait, in milliseconds; 0 when it may be made now. The wait starts
 * after a few free failures at one second and doubles with each further one.
 */
export function planWait(kind: "name" | "address", count: FailureCount): number {
  const excess = count.failures - FREE_ATTEMPTS[kind];
  if (excess < 0) return 0;
  const waitMs = Math.min(1_000 * 2 ** Math.min(excess, 20), MAX_WAIT_MS[kind]);
  return Math.max(0, waitMs - count.sinceLastMs);
}
