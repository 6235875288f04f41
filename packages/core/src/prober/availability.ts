import { type Availability, proberEveryMs } from "@primacy/contract";

/** What was tried in the days before now. */
export interface TriedIn {
  readonly days: number;
  readonly attempts: number;
  readonly acked: number;
}

const dayMs = 86_400_000;

/**
 * How available an endpoint was by what was tried. One attempt stands for the time until the next is due: what was not tried, as while no
 * worker ran, lowers `observed` and not `available`.
 */
export function judgeAvailability({ days, attempts, acked }: TriedIn): Availability {
  const due = (days * dayMs) / proberEveryMs;
  return {
    days,
    attempts,
    acked,
    observed: Math.min(1, attempts / due),
    available: attempts === 0 ? null : Math.min(1, acked / attempts),
  };
}
