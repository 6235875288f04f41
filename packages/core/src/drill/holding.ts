import { type HoldEvent, type HoldInterval, listHoldOverlaps } from "./hold-history";
import { listPauses, type PrimaryInterval } from "./primary-intervals";
import { subtractSpans, sumSpans } from "./span";

/** For how long a healthy primary existed, and for how long of that its host held the address. */
export function measureHeld(
  tenures: readonly PrimaryInterval[],
  holds: readonly HoldInterval[],
): { healthyMs: number; heldMs: number } {
  let healthyMs = 0;
  let heldMs = 0;
  for (const interval of tenures) {
    const own = holds
      .filter(({ host }) => host === interval.host)
      .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? Number.POSITIVE_INFINITY }));
    const healthy = subtractSpans(interval, listPauses(interval));
    healthyMs += sumSpans(healthy);
    heldMs += sumSpans(healthy) - sumSpans(healthy.flatMap((span) => subtractSpans(span, own)));
  }
  return { healthyMs, heldMs };
}

/** How often two of the given hosts held at once, by the order of the kernels' own events. */
export function countDualHolds(events: readonly HoldEvent[], hosts: readonly string[]): number {
  return listHoldOverlaps(events.filter(({ host }) => hosts.includes(host))).length;
}

/**
 * For how many milliseconds two of the given hosts held at once, up to `untilMs`; at least 1 for each time that it
 * happened, however short. Decided by the order of the kernels' own events.
 */
export function measureDualHolders(
  events: readonly HoldEvent[],
  hosts: readonly string[],
  untilMs: number,
): number {
  const own = events.filter(({ host }) => hosts.includes(host));
  return listHoldOverlaps(own).reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(1, Math.round((toMs ?? untilMs) - fromMs)),
    0,
  );
}
