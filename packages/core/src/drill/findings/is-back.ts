import { traitsOf } from "../order/fault-traits";
import type { DrillRecord } from "./drill-record";
import { foreseenMs } from "./predict-phases";

/** Writes are back where they have come through for so long, without one that failed. */
const steadyMs = 3_000;
/** A fault that leaves the primary where it is may act late: an agent's lease ends, a silent member is expelled. It is watched for so long. */
const lateMs = 10_000;

/**
 * Whether writes come through every way since the fault, steadily, and nothing more is to be expected of it: where it takes the primary, they are
 * back; else they are watched for 10 s, and until all is over that is predicted. False while the fault was not seen to be made.
 */
export function isBack(record: DrillRecord): boolean {
  const { injection, nowMs, ways, probe } = record;
  if (injection === null || nowMs - injection.actedMs < watchMs(record)) return false;
  const fromMs = Math.max(injection.seenMs, nowMs - steadyMs);
  return ways.every((_way, at) => {
    const recent = probe.samples.filter(
      (one) => one.lane === "write" && one.endpoint === at && one.endedMs + probe.offsetMs >= fromMs,
    );
    // The newest are fetched a moment later: half of what is due has to be there.
    return recent.length > steadyMs / 40 && recent.every(({ error }) => error === null);
  });
}

function watchMs(record: DrillRecord): number {
  if (traitsOf(record.fault).takesPrimary) return steadyMs;
  return Math.max(lateMs, foreseenMs(record) + steadyMs);
}
