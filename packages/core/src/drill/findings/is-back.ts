import type { DrillRecord } from "./drill-record";

/** Writes are back where they have come through for so long, without one that failed. */
const steadyMs = 3_000;

/** Whether writes have come through every way again since the fault, steadily; false while the fault was not made. */
export function isBack({ injection, nowMs, ways, probe }: DrillRecord): boolean {
  if (injection === null || nowMs - injection.actedMs < steadyMs) return false;
  const fromMs = Math.max(injection.seenMs, nowMs - steadyMs);
  return ways.every((_way, at) => {
    const recent = probe.samples.filter(
      (one) => one.lane === "write" && one.endpoint === at && one.endedMs + probe.offsetMs >= fromMs,
    );
    // The newest are fetched a moment later: half of what is due has to be there.
    return recent.length > steadyMs / 40 && recent.every(({ error }) => error === null);
  });
}
